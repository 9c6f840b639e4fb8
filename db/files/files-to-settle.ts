import type { Knex } from 'knex';
import { raw } from 'objection';
import type { Database } from '../database.js';
import { StoredFile } from '../models/stored-file.js';

/** Longer than a scan and a copy take: whoever died meanwhile is followed by another. */
const leaseMs = 5 * 60_000;
const backoffMs = { first: 10_000, longest: 10 * 60_000 };

/** The next file with something to do, for whoever asks alone. */
export async function claimFile(db: Database, now: Date): Promise<StoredFile | undefined> {
  const due = StoredFile.query(db)
    .where('next_look_at', '<=', now)
    .orderBy('next_look_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .select('id');
  const [file] = await StoredFile.query(db)
    .patch({ nextLookAt: new Date(now.getTime() + leaseMs), looks: raw('looks + 1') })
    .whereIn('id', due)
    .returning('*');
  return file;
}

/** Notes what a scan found, or where the bytes are now. False: the file was deleted meanwhile. */
export async function noteSettled(
  db: Knex,
  id: string,
  changes: Partial<Pick<StoredFile, 'state' | 'store' | 'objectKey' | 'nextLookAt'>>,
): Promise<boolean> {
  return (await StoredFile.query(db).findById(id).patch(changes)) === 1;
}

/** Looks at a file again later, after something failed; the longer, the more often it has. */
export async function lookLater(db: Knex, { id, looks }: StoredFile, now: Date): Promise<void> {
  const pause = Math.min(backoffMs.first * 2 ** (looks - 1), backoffMs.longest);
  await noteSettled(db, id, { nextLookAt: new Date(now.getTime() + pause) });
}

/** Has the bucket delete an object whose file was deleted while it was copied. */
export async function noteOrphan(db: Knex, objectKey: string): Promise<void> {
  await db('erased_objects').insert({ object_key: objectKey }).onConflict().ignore();
}
