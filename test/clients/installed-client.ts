import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const source = path.join(root, 'clients/typescript');
const tsc = path.join(root, 'node_modules/typescript/bin/tsc');

/** What a strict program sets, beyond `strict`. */
const compilerOptions = {
  ...{ target: 'es2022', module: 'nodenext', strict: true, noUncheckedIndexedAccess: true },
  ...{
    exactOptionalPropertyTypes: true,
    noPropertyAccessFromIndexSignature: true,
    verbatimModuleSyntax: true,
  },
  ...{ types: ['node'], typeRoots: [path.join(root, 'node_modules/@types')], outDir: 'built' },
};

export interface InstalledClient {
  /** Where programs that use the client are. */
  folder: string;
  packedBytes: number;
  /** Answers what it prints. */
  runProgram(name: string, environment: Record<string, string>): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Builds and packs the client, installs the package in an empty project elsewhere, and compiles the examples there.
 * Throws with the compiler's output.
 */
export async function installClient(): Promise<InstalledClient> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'ioi-client-'));
  const [built, folder] = [path.join(temporary, 'built'), path.join(temporary, 'project')];
  await cp(source, built, { recursive: true, filter: (file) => !file.startsWith(path.join(source, 'dist')) });
  const { scripts } = JSON.parse(await readFile(path.join(source, 'package.json'), 'utf8'));
  const PATH = `${path.join(root, 'node_modules/.bin')}:${process.env.PATH}`;
  await run('sh', ['-c', scripts.build], { cwd: built, env: { ...process.env, PATH } });
  const packed = await run('npm', ['pack', '--json', '--ignore-scripts'], { cwd: built });
  const [{ filename, size }] = JSON.parse(packed.stdout) as [{ filename: string; size: number }];

  await mkdir(folder);
  await cp(path.join(source, 'examples'), folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module", "private": true }');
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const install = ['install', '--offline', '--no-audit', '--no-fund', path.join(built, filename)];
  await run('npm', install, { cwd: folder });
  await run(process.execPath, [tsc, '-p', folder]).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
  return {
    folder,
    packedBytes: size,
    runProgram: async (name, environment) => {
      const env = { PATH: process.env.PATH ?? '', ...environment };
      const { stdout } = await run(process.execPath, [path.join(folder, 'built', `${name}.js`)], { env });
      return stdout;
    },
    remove: () => rm(temporary, { recursive: true, force: true }),
  };
}
