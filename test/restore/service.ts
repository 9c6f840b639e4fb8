import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from '../support/running-service.js';

export interface RunningParts {
  url: string;
  stop(): Promise<void>;
}

/** An API and a worker in processes of their own, once they are ready. */
export async function startParts(environment: Record<string, string>): Promise<RunningParts> {
  const parts = ['worker', 'api'].map((part) => runCli([part], { ...environment, PORT: '0' }));
  const stop = async () => {
    for (const { child } of parts) child.kill('SIGKILL');
    await Promise.all(parts.map(({ ended }) => ended));
  };
  for (;;) {
    const url = /The API is at (http:[^"]+)\./.exec(parts[1]?.output() ?? '')?.[1];
    if (url !== undefined && (await fetch(`${url}/readyz`)).ok) return { url, stop };
    const early = await Promise.race([...parts.map(({ ended }) => ended), sleep(100)]);
    if (early) throw new Error(`A part did not start:\n${early.output}`);
  }
}
