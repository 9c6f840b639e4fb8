import type { Knex } from 'knex';

/** The location of a document's bytes. */
export interface StoredAt {
  store: 'POSTGRES' | 'S3';
  objectKey: string | null;
}

/** Bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Stores the bytes of documents. `stage` runs first, outside of any transaction, and may be repeated. The
 * function that it returns runs in the transaction that writes the document's row.
 */
export interface DocumentStore {
  stage(documentId: string, bytes: Uint8Array): Promise<{ at: StoredAt; keep(trx: Knex): Promise<void> }>;
  /** The bytes of a range, as a stream of pieces. */
  read(documentId: string, at: StoredAt, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Deletes a file outside of the database; one that is gone is no error. */
  remove(objectKey: string): Promise<void>;
}
