import type { Logger } from 'pino';
import type { Database } from '../../db/database.js';
import { claimFile, lookLater, noteOrphan, noteSettled } from '../../db/files/files-to-settle.js';
import { dropUpload } from '../../db/files/keep-file.js';
import type { StoredFile } from '../../db/models/stored-file.js';
import type { Scanner } from '../../documents/scanning/scanner.js';
import type { FileBytes } from '../../documents/stores/file-bytes.js';
import { isServed } from '../../domain/files/file.js';
import { RepeatedWork } from '../ground/repeated-work.js';

export interface FileSettling {
  db: Database;
  bytes: FileBytes;
  /** Undefined: what is quarantined stays so until there is one. */
  scanner: Scanner | undefined;
  log: Logger;
  /** System time. */
  now: () => Date;
}

/** Files at once, so that one that takes long does not hold up the others. */
const atOnce = 4;

/**
 * Does what is due with uploaded files, and returns their number: scans them, moves clean ones into the bucket, and removes
 * uploads that broke off with their process. What fails is done again later. Any number of processes may do it.
 */
export async function settleFiles(uses: FileSettling): Promise<number> {
  const line = async (): Promise<number> => {
    for (let count = 0; ; count += 1) {
      const file = await claimFile(uses.db, uses.now());
      if (file === undefined) return count;
      await settle(uses, file).catch(async (error: unknown) => {
        uses.log.warn({ err: error, fileId: file.id }, 'could not scan or move a file; trying again later');
        await lookLater(uses.db, file, uses.now());
      });
    }
  };
  const counts = await Promise.all(Array.from({ length: atOnce }, line));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** `settleFiles`, again and again, and at once after each upload. */
export function filesSweep(uses: FileSettling): RepeatedWork {
  const whenFailed = 'could not look for files to scan; retrying';
  return new RepeatedWork({ everyMs: 10_000, log: uses.log, whenFailed }, () => settleFiles(uses));
}

async function settle(uses: FileSettling, file: StoredFile): Promise<void> {
  const { db, log } = uses;
  if (file.state === 'UPLOADING') return dropUpload(db, file.id);
  const state = file.state === 'QUARANTINED' ? await scanned(uses, file) : file.state;
  if (state !== file.state) await noteSettled(db, file.id, { state });
  if (state === 'INFECTED') {
    log.warn({ fileId: file.id }, 'a file is infected: its bytes are removed');
    return removeBytes(uses, file);
  }
  if (isServed(state) && file.store === 'POSTGRES') await move(uses, file);
  else await noteSettled(db, file.id, { nextLookAt: null });
}

async function scanned({ bytes, scanner }: FileSettling, file: StoredFile): Promise<'CLEAN' | 'INFECTED'> {
  if (scanner === undefined) throw new Error('a file waits for a scan, but FILE_SCANNER is not set');
  const size = Number(file.size);
  const pieces = bytes.read(file.id, file, { start: 0, end: size - 1 });
  return (await scanner.scan({ size, pieces })).isClean ? 'CLEAN' : 'INFECTED';
}

async function removeBytes({ db, bytes }: FileSettling, { id }: StoredFile): Promise<void> {
  await db.transaction(async (trx) => {
    await bytes.drop(trx, id);
    await noteSettled(trx, id, { nextLookAt: null });
  });
}

/** The key is noted first, so that a file that is deleted meanwhile is deleted there, too. */
async function move({ db, bytes }: FileSettling, { id, size }: StoredFile): Promise<void> {
  const objectKey = await bytes.keyInBucket(id);
  if (objectKey === null) return void (await noteSettled(db, id, { nextLookAt: null }));
  if (!(await noteSettled(db, id, { objectKey }))) return;
  await bytes.copyToBucket(id, objectKey, Number(size));
  await db.transaction(async (trx) => {
    if (!(await noteSettled(trx, id, { store: 'S3', nextLookAt: null }))) return noteOrphan(trx, objectKey);
    await bytes.drop(trx, id);
  });
}
