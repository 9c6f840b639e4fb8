import type { Knex } from 'knex';

/** Where a document's bytes are. */
export interface StoredAt {
  store: 'POSTGRES' | 'S3';
  objectKey: string | null;
}

/** Bytes from `start` up to and with `end`. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Keeps the bytes of documents. `stage` comes first, outside of any transaction, and may be repeated; the function that
 * it answers runs in the transaction that writes the document's row.
 */
export interface DocumentStore {
  stage(documentId: string, bytes: Uint8Array): Promise<{ at: StoredAt; keep(trx: Knex): Promise<void> }>;
  /** The bytes of a range, in pieces as they come. */
  read(documentId: string, at: StoredAt, range: ByteRange): AsyncIterable<Uint8Array>;
}
