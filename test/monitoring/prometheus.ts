import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../cli/embedded/free-port.js';
import { type GoProgram, goProgram } from '../support/go-program.js';
import { monitoring } from './files.js';

/** Without the means to find targets in clouds, which take long to build. */
const ofPrometheus = (name: string): GoProgram => ({
  name,
  module: 'github.com/prometheus/prometheus',
  folder: `cmd/${name}`,
  version: 'v0.316.0',
  tags: 'remove_all_sd,enable_dns_sd',
});

/** Runs promtool on the files; throws with what it says if it finds something. */
export async function promtool(...args: string[]): Promise<void> {
  const program = await goProgram(ofPrometheus('promtool'));
  await promisify(execFile)(program, args, { cwd: monitoring });
}

/** A series: its labels, and its values as seconds and text. */
export interface Series {
  metric: Record<string, string>;
  values: [number, string][];
}

export interface Prometheus {
  /** The values of an expression in the last seconds. */
  range(expression: string, lastSeconds: number): Promise<Series[]>;
  stop(): Promise<void>;
}

/** Starts Prometheus on the rules, collecting each second from the ports of the jobs' processes. */
export async function startPrometheus(jobs: Record<string, number>): Promise<Prometheus> {
  const program = await goProgram(ofPrometheus('prometheus'));
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-prometheus-'));
  const configuration = {
    global: { scrape_interval: '1s', evaluation_interval: '1s' },
    rule_files: [path.join(monitoring, 'rules.yaml')],
    scrape_configs: Object.entries(jobs).map(([job, port]) => ({
      job_name: job,
      static_configs: [{ targets: [`127.0.0.1:${port}`] }],
    })),
  };
  // JSON is YAML.
  await writeFile(path.join(folder, 'prometheus.yaml'), JSON.stringify(configuration));
  const port = await freePort();
  const child = spawn(
    program,
    [
      `--config.file=${path.join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${path.join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/-/ready`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(`Prometheus ended with exit code ${child.exitCode}`);
    await sleep(200);
  }
  return {
    range: async (query, lastSeconds) => {
      const end = Date.now() / 1000;
      const parameters = { query, start: `${end - lastSeconds}`, end: `${end}`, step: '1' };
      const answer = await fetch(`${url}/api/v1/query_range?${new URLSearchParams(parameters)}`);
      const { data, error } = (await answer.json()) as { data?: { result: Series[] }; error?: string };
      if (data === undefined) throw new Error(`${query}: ${error}`);
      return data.result;
    },
    stop: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
