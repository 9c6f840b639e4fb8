import { createHash } from 'node:crypto';
import { writeRows } from '../../db/book/write-rows.js';
import { changeSilently } from '../../db/changes/silently.js';
import type { Database } from '../../db/database.js';
import { type BookInstallation, withIdsOf } from '../../domain/book/installed-rows.js';
import type { ExportedDocument } from '../../domain/book/records.js';
import type { DocumentStore } from '../stores/store.js';
import type { BookSource } from './book-source.js';

export interface DocumentsToLoad {
  db: Database;
  store: Pick<DocumentStore, 'stage'>;
  installation: BookInstallation;
  /** The files of the book. */
  source: Pick<BookSource, 'bytes'>;
  /** Whose policies they are about. */
  insurerId: string;
}

export interface LoadedDocuments {
  loaded: number;
  /** Those that were here before. */
  known: number;
  refused: { id: string; reason: string }[];
}

/**
 * Adds the documents of an exported book that are not here yet: those of policies and clients that are. The file of a document
 * must have the hash that its row names.
 */
export async function loadExportedDocuments(
  { db, store, installation, source, insurerId }: DocumentsToLoad,
  documents: readonly ExportedDocument[],
): Promise<LoadedDocuments> {
  const ids = documents.map(({ id }) => id);
  const here = new Set<string>(await db('documents').whereIn('id', ids).pluck('id'));
  const result: LoadedDocuments = { loaded: 0, known: here.size, refused: [] };
  for (const { id, file, row } of documents) {
    if (here.has(id)) continue;
    const bytes = await source.bytes(file);
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== row.sha256) {
      const reason =
        bytes === undefined ? `there is no file ${file}` : `${file} was changed since it was exported`;
      result.refused.push({ id, reason });
      continue;
    }
    if (!(await isAboutRecordsHere(db, row, insurerId))) {
      result.refused.push({ id, reason: 'what it is about is not here: its policy, client or product' });
      continue;
    }
    const { at, keep } = await store.stage(id, bytes);
    await db.transaction(async (trx) => {
      await changeSilently(trx);
      const placed = { store: at.store, object_key: at.objectKey };
      await writeRows(trx, { documents: [{ ...withIdsOf(installation, row), ...placed }] });
      await keep(trx);
    });
    result.loaded += 1;
  }
  return result;
}

/** Whether all that a document's row names is loaded, and its policy the insurer's. */
async function isAboutRecordsHere(
  db: Database,
  row: ExportedDocument['row'],
  insurerId: string,
): Promise<boolean> {
  const named = [
    ['policies', row.policy_id],
    ['clients', row.client_id],
    ['products', row.product_id],
  ] as const;
  for (const [table, id] of named) {
    const own = table === 'policies' ? { issuing_organization_id: insurerId } : {};
    if (
      typeof id === 'string' &&
      (await db(table)
        .where({ id, ...own })
        .first('id')) === undefined
    )
      return false;
  }
  return true;
}
