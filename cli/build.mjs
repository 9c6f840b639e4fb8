/**
 * Builds the project into dist/: JavaScript from its sources, the workflow bundle, and the console's files, each only when what
 * it is made of changed. `--if-possible` (npm runs it after an install) succeeds without building where the compiler or the
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
/** The console is built by its own compiler, out of its sources and the client that it imports. */
const consoleDist = path.join(dist, 'console');
const consoleSources = ['console', 'clients/typescript/src'];
/** They change what comes out, too. */
const settingsFiles = ['tsconfig.json', 'package-lock.json'].map((file) => path.join(root, file));

/** Brings dist/ up to date; answers whether anything changed. Throws an error that explains itself. */
export async function build(log) {
  const isNew = [await compile('dist', rooms, log), await buildConsole(log)].some(Boolean);
  const bundled = ['workflows', 'domain'].flatMap((room) => filesUnder(path.join(dist, room)));
  const state = stateOf([fileURLToPath(import.meta.url), ...bundled.filter((file) => file.endsWith('.js'))]);
  if (existsSync(bundle) && noteOf(dist, 'bundle') === state) return isNew;
  log('Bundling the workflows…');
  await bundleWorkflows();
  note(dist, 'bundle', state);
  return true;
}

/** Vite's build takes seconds, so it stands beside `compile`. A copy of the rooms alone has no console. */
async function buildConsole(log) {
  if (!existsSync(path.join(root, 'console'))) return false;
  const sources = consoleSources.flatMap((folder) => filesUnder(path.join(root, folder)));
  const state = stateOf([...settingsFiles, ...sources]);
  if (existsSync(consoleDist) && noteOf(dist, 'console') === state) return false;
  log('Building the console…');
  const [{ build }, { default: settings }] = await Promise.all([
    import('vite'),
    import('../console/vite.config.mjs'),
  ]);
  const unfinished = `${consoleDist}.${process.pid}`;
  const { outDir: _, ...options } = settings.build;
  await build({ ...settings, build: { ...options, outDir: unfinished }, logLevel: 'warn' });
  rmSync(consoleDist, { recursive: true, force: true });
  renameSync(unfinished, consoleDist);
  note(dist, 'console', state);
  return true;
}

/**
 * Brings `folder` up to date: it has the rooms in JavaScript, their other files beside it, and nothing else. Answers whether
 * anything changed.
 */
export async function compile(folder, rooms, log) {
  const out = path.join(root, folder);
  const sources = rooms.flatMap((room) => filesUnder(path.join(root, room)));
  const [settings, state, before] = [stateOf(settingsFiles), stateOf(sources), noteOf(out, 'sources')];
  if (before === settings + state) return false;
  log('Compiling the sources (they changed, or this is the first time)…');
  mkdirSync(out, { recursive: true });
  // Before anything is written: what a build that is ended leaves behind must not count as up to date.
  rmSync(noteFile(out, 'sources'), { force: true });
  const known = new Set(before.startsWith(settings) ? before.split('\n') : []);
  const changed = sources.filter((file) => !known.has(stateOf([file]).trimEnd()));
  await transpile(changed.filter(isCompiled), out);
  for (const file of changed.filter(isCopied)) cpSync(file, path.join(out, path.relative(root, file)));
  removeOthers(out, sources);
  note(out, 'sources', settings + state);
  return true;
}

const isCompiled = (file) => file.endsWith('.ts');
/** JavaScript in the rooms is for browsers; programs beside it (`.mjs`) run from their sources. */
const isCopied = (file) => !/\.(ts|mjs)$/.test(file);

function removeOthers(out, sources) {
  const wanted = new Set(sources.map((file) => path.relative(root, file)));
  const folders = readdirSync(out, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !entry.name.startsWith('console'),
  );
  for (const file of folders.flatMap(({ name }) => filesUnder(path.join(out, name)))) {
    const source = path.relative(out, file);
    if (!wanted.has(source) && !wanted.has(source.replace(/\.js(\.map)?$/, '.ts'))) rmSync(file);
  }
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

/**
 * The workflows of a folder as one bundle. All its modules are preloaded: they are evaluated once for each worker,
 * instead of once for each run, so none of them may keep state of a run.
 */
export async function workflowBundleCode(folder, extension = 'js') {
  const { bundleWorkflowCode } = await import('@temporalio/worker');
  const quiet = { log: () => {}, trace: () => {}, debug: () => {}, info: () => {} };
  const logger = { ...quiet, warn: console.warn, error: console.error };
  const [workflows, interceptors] = ['index', 'interceptors'].map((name) =>
    path.join(folder, `${name}.${extension}`),
  );
  const { code } = await bundleWorkflowCode({
    workflowsPath: workflows,
    workflowInterceptorModules: [interceptors],
    preloadModules: [workflows, interceptors],
    logger,
  });
  return code;
}

async function bundleWorkflows() {
  const unfinished = `${bundle}.${process.pid}`;
  writeFileSync(unfinished, await workflowBundleCode(path.join(dist, 'workflows')));
  renameSync(unfinished, bundle);
}

const noteFile = (folder, what) => path.join(folder, `.${what}.sha256`);

function noteOf(folder, what) {
  const file = noteFile(folder, what);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function note(folder, what, state) {
  writeFileSync(noteFile(folder, what), state);
}

/** A line a file. Contents, not times: a fresh clone and a copied folder have arbitrary times. */
function stateOf(files) {
  const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('base64');
  return files.map((file) => `${hash(file)} ${path.relative(root, file)}\n`).join('');
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
