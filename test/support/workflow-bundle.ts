import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const builder = new URL('../../cli/build.mjs', import.meta.url);
const cache = path.join(root, 'node_modules/.cache/ioi');

let bundled: Promise<string> | undefined;

/** The workflows bundled from their sources, once per change of them; answers the bundle's path. */
export function workflowBundle(): Promise<string> {
  bundled ??= bundle();
  return bundled;
}

async function bundle(): Promise<string> {
  const file = path.join(cache, `workflow-bundle-${await sourceHash()}.js`);
  if (existsSync(file)) return file;
  // Plain JavaScript outside the compiled sources.
  const { workflowBundleCode } = (await import(builder.href)) as {
    workflowBundleCode(folder: string, extension: 'ts'): Promise<string>;
  };
  const code = await workflowBundleCode(path.join(root, 'workflows'), 'ts');
  await mkdir(cache, { recursive: true });
  // Two test files may get here at once: each writes its own and the last rename wins, whole.
  const own = `${file}.${process.pid}`;
  await writeFile(own, code);
  await rename(own, file);
  return file;
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(builder));
  for (const room of ['workflows', 'domain']) {
    const entries = await readdir(path.join(root, room), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}
