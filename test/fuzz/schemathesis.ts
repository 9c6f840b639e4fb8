import { spawn } from 'node:child_process';
import { access, mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('.', import.meta.url));
const environment = path.join(folder, '../../node_modules/.cache/ioi/schemathesis');
const requirements = path.join(folder, 'requirements.txt');

/** Installs schemathesis in a virtual environment of its own, where it is not yet; answers the program's path. */
export async function schemathesis(): Promise<string> {
  const done = path.join(environment, await readFile(requirements, 'utf8').then((text) => text.trim()));
  const installed = await access(done).then(
    () => true,
    () => false,
  );
  if (!installed) {
    await rm(environment, { recursive: true, force: true });
    await must(process.env.PYTHON ?? 'python3', ['-m', 'venv', environment]);
    await must(path.join(environment, 'bin/pip'), ['install', '--quiet', '-r', requirements]);
    await mkdir(done);
  }
  return path.join(environment, 'bin/schemathesis');
}

export interface Run {
  document: string;
  baseUrl: string;
  /** Options that authenticate the requests. */
  credentials: string[];
  phases: string;
  /** Generated requests an operation, besides those of the other phases. */
  examples: string;
  seed: string;
  /** An own folder for what schemathesis writes. */
  folder: string;
}

export interface Outcome {
  requests: number;
  /** Of them, what was a success: none if the credentials are wrong. */
  accepted: number;
  passed: boolean;
}

/**
 * Runs schemathesis on every operation; it prints what it finds. In one thread, as some releases of Python 3.11
 * fail to compile in several at once.
 */
export async function fuzz(program: string, run: Run): Promise<Outcome> {
  const report = path.join(run.folder, 'fuzz.json');
  const parameters = [
    ...['--config-file', path.join(folder, 'schemathesis.toml')],
    ...['run', run.document, '--url', run.baseUrl, ...run.credentials],
    ...['--phases', run.phases, '--max-examples', run.examples, '--seed', run.seed, '--workers', '1'],
    ...['--continue-on-failure', '--no-shrink', '--warnings', 'off', '--generation-database', 'none'],
    ...['--report', 'json', '--report-json-path', report],
  ];
  const code = await ended(program, parameters, run.folder);
  const { test_cases, valid_rates } = JSON.parse(await readFile(report, 'utf8')) as {
    test_cases: { generated: number };
    valid_rates: Record<string, Record<string, { accepted: number }>>;
  };
  const rates = Object.values(valid_rates).flatMap((phases) => Object.values(phases));
  const accepted = rates.reduce((sum, rate) => sum + rate.accepted, 0);
  return { requests: test_cases.generated, accepted, passed: code === 0 && accepted > 0 };
}

async function must(program: string, parameters: string[]): Promise<void> {
  const code = await ended(program, parameters);
  if (code !== 0) throw new Error(`${program} ended with ${code}; Python 3.10 or later is needed.`);
}

function ended(program: string, parameters: string[], cwd?: string): Promise<number | null> {
  return new Promise((resolve, reject) => {
    spawn(program, parameters, { cwd, stdio: 'inherit' }).once('error', reject).once('close', resolve);
  });
}
