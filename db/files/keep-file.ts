import type { Knex } from 'knex';
import type { FileLimits, FileState, SharedWith } from '../../domain/files/file.js';
import type { Author } from '../../domain/ground/author.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { StoredFile } from '../models/stored-file.js';
import { type AboutFile, aboutFile, columnOf, type SubjectOfFile, subjectOfFile } from './subject-of-file.js';

/** Longer than a request may take. */
const longestUploadMs = 15 * 60_000;

export interface FileToUpload {
  id: string;
  organizationId: string;
  subject: SubjectOfFile;
  sharedWith: SharedWith;
  createdBy: Author;
  /** Of its bytes, as announced; 0 if it was not. */
  size: number;
  /** System time. */
  now: Date;
}

/** Begins an upload, which nobody sees. One that does not end is removed by the sweep, with its bytes. */
export async function beginUpload(db: Knex, asked: FileToUpload): Promise<void> {
  const { id, organizationId, subject, sharedWith, createdBy, size, now } = asked;
  const { kind, id: about, otherOrganizationId, productId, clockId } = subject;
  await StoredFile.query(db).insert({
    id,
    organizationId,
    sharedWith,
    productId,
    clockId,
    createdBy,
    createdAt: now,
    [kind]: about,
    sharedOrganizationId: sharedWith === 'BOTH' ? otherOrganizationId : null,
    size: String(size),
    nextLookAt: new Date(now.getTime() + longestUploadMs),
  });
}

/** Removes an upload that failed, or was done before. */
export async function dropUpload(db: Knex, id: string): Promise<void> {
  await StoredFile.query(db).findById(id).where('state', 'UPLOADING').delete();
}

/** What is known of the bytes once they are there. */
export interface ReceivedFile {
  fileName: string;
  contentType: string;
  size: number;
  sha256: string;
  state: FileState;
  /** When its bytes are scanned or moved; null: never. */
  nextLookAt: Date | null;
}

export interface FileToKeep extends Who {
  id: string;
  organizationId: string;
  received: ReceivedFile;
  /** Of a request that may have done it before. */
  operationId: string | undefined;
}

export type RefusedFile = { refused: 'GONE' | 'TOO_MANY' | 'TOO_MUCH' };

/** Ends an upload: from the commit on the file is seen. A request that is repeated finds its file. */
export async function keepFile(db: Database, asked: FileToKeep): Promise<StoredFile | RefusedFile> {
  const { id, organizationId, received, operationId = null, by, origin } = asked;
  return db.transaction(async (trx) => {
    const known =
      operationId === null ? undefined : await StoredFile.query(trx).findOne({ operation_id: operationId });
    if (known !== undefined) {
      await dropUpload(trx, id);
      return known;
    }
    const upload = await StoredFile.query(trx).findById(id).forUpdate();
    const about = upload && aboutFile(upload);
    if (about === undefined || !(await subjectOfFile(trx, organizationId, about)))
      return { refused: 'GONE' as const };
    const file = await StoredFile.query(trx).patchAndFetchById(id, {
      ...received,
      size: String(received.size),
      operationId,
    });
    // Without its name, which may say whose it is: the log is not erased with the client.
    const { size, sha256 } = received;
    const details = { size, sha256, [about.kind]: about.id };
    await recordAudit(trx, { by, origin, action: 'FILE_UPLOADED', organizationId, targetId: id, details });
    return file;
  });
}

/**
 * Whether there is room for one more file of so many bytes, besides the uploads under way. Nothing is locked: uploads that
 * begin at the same moment may exceed the limits.
 */
export async function whyNotStore(
  db: Knex,
  asked: { organizationId: string; about: AboutFile; size: number; limits: FileLimits },
): Promise<RefusedFile | undefined> {
  const { organizationId, about, size, limits } = asked;
  const ofRecord = StoredFile.query(db)
    .where(columnOf(about.kind), about.id)
    .where('organization_id', organizationId);
  if ((await ofRecord.resultSize()) >= limits.ofRecord) return { refused: 'TOO_MANY' };
  const [sum] = await db('files').where('organization_id', organizationId).sum('size as bytes');
  return Number(sum?.bytes ?? 0) + size > limits.ofOrganization ? { refused: 'TOO_MUCH' } : undefined;
}
