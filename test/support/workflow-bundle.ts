import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = path.join(root, 'node_modules/.cache/ioi');

/** The workflows bundled from their sources, once per change of them; answers the bundle's path. */
export async function workflowBundle(): Promise<string> {
  const file = path.join(cache, `workflow-bundle-${await sourceHash()}.js`);
  if (existsSync(file)) return file;
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(root, 'workflows/index.ts'),
    workflowInterceptorModules: [path.join(root, 'workflows/interceptors.ts')],
    logger: quiet,
    webpackConfigHook: (config) => ({
      ...config,
      resolve: { ...config.resolve, extensionAlias: { '.js': ['.ts', '.js'] } },
    }),
  });
  await mkdir(cache, { recursive: true });
  // Two test files may get here at once: each writes its own and the last rename wins, whole.
  const own = `${file}.${process.pid}`;
  await writeFile(own, code);
  await rename(own, file);
  return file;
}

async function sourceHash(): Promise<string> {
  const hash = createHash('sha256');
  for (const room of ['workflows', 'domain']) {
    const entries = await readdir(path.join(root, room), { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

const nothing = () => undefined;
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
