import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cachedTool } from './cached-tool.js';

const run = promisify(execFile);
const programs = fileURLToPath(new URL('../../clients/python', import.meta.url));
const generator = 'openapi-python-client==0.29.1';

export interface PythonClient {
  models: readonly string[];
  /** What the generator left out. */
  warnings: readonly string[];
  runProgram(name: string, input: object, environment: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

/** Generates the Python client from a running service's contract. Answers why not, where Python cannot do it. */
export async function generatePythonClient(baseUrl: string): Promise<PythonClient | string> {
  const environment = await cachedTool(generator, async (folder) => {
    await run('python3', ['-m', 'venv', folder]);
    await run(path.join(folder, 'bin/pip'), ['install', '--quiet', generator]);
  });
  if (typeof environment === 'object') return `there is no Python generator here: ${environment.message}`;
  const bin = (name: string) => path.join(environment, 'bin', name);
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-python-'));
  await cp(programs, folder, { recursive: true });
  const { stdout, stderr } = await run(
    bin('openapi-python-client'),
    [
      ...['generate', '--url', `${baseUrl}/ioi/v3/openapi.json`, '--config', 'config.yaml'],
      ...['--meta', 'none', '--output-path', 'ioi_client'],
    ],
    { cwd: folder, env: { PATH: `${path.join(environment, 'bin')}:${process.env.PATH}` } },
  );
  const { stdout: models } = await run('ls', ['ioi_client/models'], { cwd: folder });
  return {
    models: models.split('\n').filter((file) => file.endsWith('.py') && file !== '__init__.py'),
    warnings: `${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('WARNING')),
    runProgram: async (name, input, env) => {
      await writeFile(path.join(folder, 'input.json'), JSON.stringify(input));
      return (await run(bin('python'), [`${name}.py`, 'input.json'], { cwd: folder, env })).stdout;
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
