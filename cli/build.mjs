/**
 * Builds the project into dist/: the compiler, then the workflow bundle, each only when its sources changed.
 * `--if-possible` (npm runs it after an install) succeeds without building where the compiler or the sources are
 * not there, as in an installation without development dependencies.
 */
import { spawnSync } from 'node:child_process';
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
const rooms = ['api', 'workflows', 'activities', 'db', 'domain', 'documents', 'cli'];
const bundle = path.join(dist, 'workflow-bundle.js');
const settingsFiles = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json'].map((file) =>
  path.join(root, file),
);
const sources = () => rooms.flatMap((room) => filesUnder(path.join(root, room)));

/** Brings dist/ up to date. Says what it does through `log`; throws an error that explains itself. */
export async function build(log) {
  mkdirSync(dist, { recursive: true });
  if (!existsSync(path.join(dist, 'cli/main.js')) || isStale('sources', sources())) {
    log('Compiling the sources (they changed, or this is the first time)…');
    compile();
    remember('sources', sources());
  }
  const bundled = () => ['workflows', 'domain'].flatMap((room) => filesUnder(path.join(dist, room)));
  if (!existsSync(bundle) || isStale('bundle', bundled())) {
    log('Bundling the workflows…');
    await bundleWorkflows();
    remember('bundle', bundled());
  }
}

/** Why nothing can be built here, or undefined. */
export function whyNot() {
  if (!existsSync(path.join(root, 'cli/main.ts'))) return 'the sources are not here';
  try {
    compilerPath();
    return undefined;
  } catch {
    return 'the TypeScript compiler is not installed';
  }
}

/** Whether what is in dist/ can run as it is. */
export function isBuilt() {
  return existsSync(path.join(dist, 'cli/main.js')) && existsSync(bundle);
}

function compile() {
  // Types are `npm run check`'s business: leaving them out makes the build take a second or two.
  const emitted = ['--noCheck', '--outDir', dist, '--incremental', 'false', '--tsBuildInfoFile', 'null'];
  const { status, stdout } = spawnSync(
    process.execPath,
    [compilerPath(), '-p', 'tsconfig.build.json', ...emitted],
    {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  if (status !== 0) throw new Error(`The sources do not compile:\n${stdout}`);
  for (const file of sources().filter((file) => !file.endsWith('.ts') && !file.endsWith('.mjs'))) {
    cpSync(file, path.join(dist, path.relative(root, file)));
  }
  for (const file of rooms.flatMap((room) => filesUnder(path.join(dist, room)))) {
    const source = path.join(root, path.relative(dist, file));
    const compiledFrom = source.replace(/\.js(\.map)?$/, '.ts');
    if (!existsSync(source) && !existsSync(compiledFrom)) rmSync(file);
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

function compilerPath() {
  return createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
}

function isStale(what, files) {
  const note = path.join(dist, `.${what}.sha256`);
  return !existsSync(note) || readFileSync(note, 'utf8') !== hashOf(files);
}

function remember(what, files) {
  writeFileSync(path.join(dist, `.${what}.sha256`), hashOf(files));
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
