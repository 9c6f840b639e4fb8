import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { goProgram, whyNoGoProgram } from '../support/go-program.js';
import { cachedTool } from './cached-tool.js';

const execute = promisify(execFile);
export const contractFile = fileURLToPath(new URL('../../docs/contract/openapi.json', import.meta.url));

/** Runs a program; fails with all that it printed. Answers its standard output. */
export async function run(
  program: string,
  input: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Record<string, string> },
): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 100_000_000 };
  const { stdout } = await execute(program, [...input], options).catch((error) => {
    throw new Error(`${error.message}\n${error.stdout}\n${error.stderr}`.slice(0, 5_000));
  });
  return stdout;
}

/** Does it in an empty folder, which is deleted afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ioi-generated-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

// The last version of @hey-api/openapi-ts that runs on Node.js 20; openapi-typescript is for TypeScript 5.
const packages = [
  ...['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', '@hey-api/openapi-ts@0.95.0'],
  'typescript@5.9.3',
];
const compilerOptions = {
  ...{ strict: true, noUncheckedIndexedAccess: true, skipLibCheck: false, noEmit: true },
  ...{ target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  ...{ module: 'esnext', moduleResolution: 'bundler' },
};

/**
 * Generates types or a client, compiles the program that uses them, and runs it on Node.js. `access` is the global of the
 * program with address, key and secret. Answers what the program prints.
 */
export function runTypeScript(
  generator: 'openapi-typescript' | 'openapi-ts',
  program: string,
  access: object,
): Promise<string> {
  return inFolder(async (folder) => {
    const tools = await cachedTool(`generators ${packages.join(' ')}`, async (at) => {
      await run('npm', ['install', '--prefix', at, '--no-audit', '--no-fund', ...packages], { cwd: at });
    });
    if (typeof tools !== 'string') throw tools;
    await symlink(path.join(tools, 'node_modules'), path.join(folder, 'node_modules'));
    await writeFile(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
    await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    const bin = (name: string) => path.join(tools, 'node_modules/.bin', name);
    const input =
      generator === 'openapi-typescript'
        ? [contractFile, '--output', 'generated.ts']
        : ['--input', contractFile, '--output', 'generated'];
    await run(bin(generator), input, { cwd: folder });
    await writeFile(path.join(folder, 'program.ts'), program);
    await run(bin('tsc'), ['-p', '.'], { cwd: folder });
    await build({
      ...{ entryPoints: [path.join(folder, 'program.ts')], bundle: true, platform: 'node', format: 'esm' },
      ...{ outfile: path.join(folder, 'program.js'), logLevel: 'silent' },
      define: { access: JSON.stringify(access) },
    });
    return run(process.execPath, ['program.js'], { cwd: folder });
  });
}

const oapiCodegen = {
  name: 'oapi-codegen',
  module: 'github.com/oapi-codegen/oapi-codegen/v2',
  folder: 'cmd/oapi-codegen',
  version: 'v2.8.2',
};

/** Why no client can be generated for Go here; undefined where it can. */
export const whyNoGo = (): Promise<string | undefined> => whyNoGoProgram(oapiCodegen);

/** Generates the client with oapi-codegen, and builds and runs a program with it. Answers what the program prints. */
export function runGo(program: string, env: Record<string, string>): Promise<string> {
  return inFolder(async (folder) => {
    const generator = await goProgram(oapiCodegen);
    await mkdir(path.join(folder, 'ioi'));
    await cp(program, path.join(folder, 'main.go'));
    const output = ['-o', 'ioi/ioi.gen.go', contractFile];
    const kinds = ['-generate', 'types,client', '-package', 'ioi'];
    await run(generator, [...kinds, ...output], { cwd: folder });
    const go = (...input: string[]) =>
      run('go', input, { cwd: folder, env: { GOFLAGS: '-mod=mod', ...env } });
    await go('mod', 'init', 'example.com/first-products');
    await go('mod', 'tidy');
    await go('vet', './...');
    return go('run', '.');
  });
}
