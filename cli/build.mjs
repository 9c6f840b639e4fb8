/**
 * Builds the project into dist/: JavaScript from its sources, then the workflow bundle, each only when what it is
 * made of changed. `--if-possible` (npm runs it after an install) succeeds without building where the compiler or the
 * sources are not there, as in an installation without development dependencies.
 */
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const dist = path.join(root, 'dist');
/** What the product is made of. `bench` and `test` are no part of it. */
export const rooms = ['api', 'workflows', 'activities', 'db', 'domain', 'documents', 'cli'];
const bundle = path.join(dist, 'workflow-bundle.js');
/** They change what comes out, too. */
const settingsFiles = ['tsconfig.json', 'package-lock.json'].map((file) => path.join(root, file));

/** Brings dist/ up to date. Says what it does through `log`; throws an error that explains itself. */
export async function build(log) {
  await compile('dist', rooms, log);
  const bundled = hashOf(['workflows', 'domain'].flatMap((room) => filesUnder(path.join(dist, room))));
  if (existsSync(bundle) && !isStale(dist, 'bundle', bundled)) return;
  log('Bundling the workflows…');
  await bundleWorkflows();
  remember(dist, 'bundle', bundled);
}

/** Brings `folder` up to date: it has the rooms in JavaScript, their other files beside it, and nothing else. */
export async function compile(folder, rooms, log) {
  const out = path.join(root, folder);
  const sources = rooms.flatMap((room) => filesUnder(path.join(root, room)));
  const hash = hashOf(sources);
  if (!isStale(out, 'sources', hash)) return;
  log('Compiling the sources (they changed, or this is the first time)…');
  mkdirSync(out, { recursive: true });
  forget(out, 'sources');
  const compiled = sources.filter((file) => file.endsWith('.ts'));
  const copied = sources.filter((file) => !/\.m?ts$|\.mjs$/.test(file));
  await transpile(compiled, out);
  for (const file of copied) cpSync(file, path.join(out, path.relative(root, file)));
  const wanted = new Set([...compiled, ...copied].map((file) => path.relative(root, file)));
  for (const file of foldersIn(out).flatMap(filesUnder)) {
    const from = path.relative(out, file);
    if (!wanted.has(from) && !wanted.has(from.replace(/\.js(\.map)?$/, '.ts'))) rmSync(file);
  }
  remember(out, 'sources', hash);
}

/** Why nothing can be built here, or undefined. */
export function whyNot() {
  if (!existsSync(path.join(root, 'cli/main.ts'))) return 'the sources are not here';
  try {
    createRequire(import.meta.url).resolve('esbuild');
    return undefined;
  } catch {
    return 'the compiler (esbuild) is not installed';
  }
}

/** Whether what is in dist/ can run as it is. */
export function isBuilt() {
  return existsSync(path.join(dist, 'cli/main.js')) && existsSync(bundle);
}

/** Types are `npm run check`'s business: leaving them out makes this a matter of half a second. */
async function transpile(files, out) {
  const { buildSync, formatMessagesSync } = await import('esbuild');
  const options = { format: 'esm', platform: 'node', target: 'es2022', sourcemap: true, logLevel: 'silent' };
  try {
    buildSync({ entryPoints: files, outdir: out, outbase: root, absWorkingDir: root, ...options });
  } catch (error) {
    const places = formatMessagesSync(error.errors ?? [], { kind: 'error', color: process.stderr.isTTY });
    throw new Error(`The sources do not compile:\n${places.join('') || error.message}`);
  }
}

async function bundleWorkflows() {
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const quiet = { log: () => {}, trace: () => {}, debug: () => {}, info: () => {} };
  const logger = { ...quiet, warn: console.warn, error: console.error };
  const { code } = await bundleWorkflowCode({
    workflowsPath: path.join(dist, 'workflows/index.js'),
    workflowInterceptorModules: [path.join(dist, 'workflows/interceptors.js')],
    logger,
  });
  const unfinished = `${bundle}.${process.pid}`;
  writeFileSync(unfinished, code);
  renameSync(unfinished, bundle);
}

const noteOf = (folder, what) => path.join(folder, `.${what}.sha256`);

function isStale(folder, what, hash) {
  const note = noteOf(folder, what);
  return !existsSync(note) || readFileSync(note, 'utf8') !== hash;
}

function remember(folder, what, hash) {
  writeFileSync(noteOf(folder, what), hash);
}

/** Before anything is written: what a build that was ended left behind must not count as up to date. */
function forget(folder, what) {
  rmSync(noteOf(folder, what), { force: true });
}

function foldersIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(folder, name));
}

/** Contents, not times: a fresh clone and a copied folder have arbitrary times. */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of [...settingsFiles, ...files].filter((file) => existsSync(file))) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const reason = whyNot();
  if (reason && process.argv.includes('--if-possible')) {
    console.log(`Nothing was built: ${reason}.`);
  } else if (reason) {
    console.error(`Nothing can be built: ${reason}.`);
    process.exitCode = 1;
  } else {
    await build(console.log).catch((error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
  }
}
