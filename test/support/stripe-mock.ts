import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../cli/embedded/free-port.js';
import { goProgram } from './go-program.js';

/** Stripe's own mock of its interface: it checks what it is asked against the description of the interface. */
export async function aStripeMock(): Promise<{ url: string; stop(): Promise<void> }> {
  const program = await goProgram({
    name: 'stripe-mock',
    module: 'github.com/stripe/stripe-mock',
    version: 'v0.203.0',
  });
  const address = `127.0.0.1:${await freePort()}`;
  const mock = spawn(program, ['-http-addr', address], { stdio: 'ignore' });
  const url = `http://${address}`;
  const stop = async () => {
    if (mock.exitCode !== null) return;
    mock.kill();
    await once(mock, 'exit');
  };
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const answers = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answers) return { url, stop };
    await sleep(100);
  }
  await stop();
  throw new Error('stripe-mock does not answer');
}
