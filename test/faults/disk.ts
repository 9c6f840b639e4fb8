import { execFileSync } from 'node:child_process';
import { appendFileSync, statfsSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

const sizeMb = 600;

/** A folder on a disk of its own, which can be filled; mounted where this user may, else an ordinary folder. */
export interface Disk {
  folder: string;
  /** Why it cannot be filled; undefined if it can. */
  whyNot: string | undefined;
  /** Leaves not a byte. */
  fill(): void;
  free(): Promise<void>;
  remove(): void;
}

export async function smallDisk(folder: string): Promise<Disk> {
  await mkdir(folder);
  await chmod(folder, 0o711);
  let whyNot: string | undefined;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m,mode=0711`, 'tmpfs', folder], {
      stdio: 'pipe',
    });
  } catch (error) {
    whyNot = `this user may not mount a small disk (${String((error as Error).message).trim()})`;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    whyNot,
    fill: () => {
      writeFileSync(filler, '');
      for (const size of [1_048_576, 4096, 1]) {
        const piece = Buffer.alloc(size);
        try {
          while (statfsSync(folder).bavail > 0) appendFileSync(filler, piece);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    },
    free: () => rm(filler, { force: true }),
    remove: () => {
      if (whyNot === undefined) execFileSync('umount', ['--lazy', folder]);
    },
  };
}
