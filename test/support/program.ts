import { createHash } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = path.join(root, 'node_modules/.cache/ioi');
const built = new Map<string, Promise<string>>();

/**
 * A program of this folder in one file, so that a process of it starts in a fraction of the time that compiling each
 * source takes; answers the file's path. Packages stay where they are.
 */
export function programOf(name: string): Promise<string> {
  const known = built.get(name) ?? bundle(name);
  built.set(name, known);
  return known;
}

async function bundle(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'test/support', name)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  });
  const code = outputFiles[0]!.contents;
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const file = path.join(cache, `${path.parse(name).name}-${hash}.mjs`);
  await mkdir(cache, { recursive: true });
  // Two test files may get here at once: each writes its own and the last rename wins, whole.
  const own = `${file}.${process.pid}`;
  await writeFile(own, code);
  await rename(own, file);
  return file;
}
