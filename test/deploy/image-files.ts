import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = path.resolve();

export interface ImageFiles {
  /** `/ioi` of the image. */
  folder: string;
  /** Of all files together. */
  bytes: number;
  remove(): Promise<void>;
}

/**
 * The files of the image, made as temporal-docker/Dockerfile says, without a container engine: its commands are run on a
 * copy of the project, which has its packages already, and its `COPY` lines select from that.
 */
export async function imageFiles(): Promise<ImageFiles> {
  const [build, image] = await stages();
  const place = await mkdtemp(path.join(tmpdir(), 'ioi-image-'));
  const [from, folder] = [path.join(place, 'build'), path.join(place, 'ioi')];
  await copyOf(root, from);
  await linkedCopyOf(path.join(root, 'node_modules'), path.join(from, 'node_modules'));
  // Npm would write the list in place, where it is shared with the project; tests keep a browser in the cache.
  for (const each of ['.package-lock.json', '.cache']) {
    await rm(path.join(from, 'node_modules', each), { recursive: true, force: true });
  }
  for (const [name, words] of build.slice(build.findIndex(([, said]) => said === '. .') + 1)) {
    if (name === 'RUN') await run('sh', ['-c', words], { cwd: from, maxBuffer: 10_000_000 });
  }
  for (const [name, words] of image) {
    const [, sources, target] = /^--from=build (.+) (\S+)$/.exec(name === 'COPY' ? words : '') ?? [];
    for (const source of sources?.split(' ') ?? []) {
      const here = path.join(from, path.relative('/ioi', source));
      const isInto = target?.endsWith('/');
      const there = path.join(folder, target ?? '', isInto ? path.basename(source) : '');
      await mkdir(path.dirname(there), { recursive: true });
      await rename(here, there);
    }
  }
  await rm(from, { recursive: true });
  const sizes = (await filesOf(folder)).map(async (file) => (await stat(path.join(folder, file))).size);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { folder, bytes, remove: () => rm(place, { recursive: true, force: true }) };
}

/** Every file below a folder. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

type Instruction = readonly [name: string, words: string];

async function stages(): Promise<[build: Instruction[], image: Instruction[]]> {
  const text = await readFile(path.join(root, 'temporal-docker/Dockerfile'), 'utf8');
  const instructions = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .flatMap((line): Instruction[] => {
      const [, name, words] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
      return name === undefined || words === undefined ? [] : [[name, words]];
    });
  const second = instructions.findLastIndex(([name]) => name === 'FROM');
  return [instructions.slice(0, second), instructions.slice(second)];
}

/** Of the project's folder, but no source. */
const left = new Set(['.git', '.data', 'coverage', 'dist', 'dist-bench', 'node_modules']);

async function copyOf(source: string, target: string): Promise<void> {
  if (!(await stat(source)).isDirectory()) return cp(source, target);
  const names = (await readdir(source)).filter((name) => source !== root || !left.has(name));
  await mkdir(target, { recursive: true });
  await run('cp', ['-a', ...names.map((name) => path.join(source, name)), target]);
}

/** With links to the files where the file system allows it: packages take a second instead of a minute. */
async function linkedCopyOf(source: string, target: string): Promise<void> {
  await run('cp', ['-al', source, target]).catch(() => run('cp', ['-a', source, target]));
}
