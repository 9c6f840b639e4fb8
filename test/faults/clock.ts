import { execFile } from 'node:child_process';
import { access, copyFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The clock of a process, which the test sets. Only the time of day jumps; timers go on, as they do on a real machine. */
export interface Clock {
  /** Of the process that has this clock. */
  environment: Record<string, string>;
  /** Why it cannot be set; undefined if it can. */
  whyNot: string | undefined;
  /** Sets it to this moment; 0 to the true time. */
  setTo(moment: Date | 0): Promise<void>;
  now(): Date;
}

/** The clock that the file sets, through libfaketime; other users may read both. */
export async function systemClock(file: string): Promise<Clock> {
  const library = await libfaketime().catch((error: Error) => error);
  const whyNot = library instanceof Error ? `there is no libfaketime here: ${library.message}` : undefined;
  const copy = `${file}.so`;
  if (typeof library === 'string') await copyFile(library, copy);
  let ahead = 0;
  const write = async () => {
    const other = `${file}.new`;
    await writeFile(other, `${ahead < 0 ? '' : '+'}${ahead}\n`);
    await rename(other, file);
  };
  await write();
  return {
    whyNot,
    environment:
      library instanceof Error
        ? {}
        : {
            LD_PRELOAD: copy,
            FAKETIME_TIMESTAMP_FILE: file,
            FAKETIME_DONT_FAKE_MONOTONIC: '1',
            FAKETIME_CACHE_DURATION: '1',
          },
    setTo: async (moment) => {
      ahead = moment === 0 ? 0 : Math.round((moment.getTime() - Date.now()) / 1000);
      await write();
    },
    now: () => new Date(Date.now() + ahead * 1000),
  };
}

/** The library of the Debian package, unpacked into the cache; nothing is installed. */
async function libfaketime(): Promise<string> {
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'ioi', 'libfaketime');
  const known = await library(cache);
  if (known !== undefined) return known;
  const making = `${cache}.${process.pid}`;
  await mkdir(making, { recursive: true });
  try {
    await run('apt-get', ['download', 'libfaketime'], { cwd: making });
    const [archive] = await readdir(making);
    await run('dpkg', ['-x', archive ?? '', '.'], { cwd: making });
    await rename(making, cache);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
  const made = await library(cache);
  if (made === undefined) throw new Error(`no library in ${cache}`);
  return made;
}

async function library(folder: string): Promise<string | undefined> {
  const libraries = path.join(folder, 'usr/lib');
  const machines = await readdir(libraries).catch(() => []);
  for (const machine of machines) {
    const file = path.join(libraries, machine, 'faketime/libfaketime.so.1');
    const exists = await access(file).then(
      () => true,
      () => false,
    );
    if (exists) return file;
  }
  return undefined;
}
