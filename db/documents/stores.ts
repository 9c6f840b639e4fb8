import type { Database } from '../database.js';
import { PostgresStore } from './postgres-store.js';
import { type S3Settings, S3Store } from './s3-store.js';
import type { ByteRange, DocumentStore, StoredAt } from './store.js';

/** New documents go to one store; each is read from where it was put. */
export class DocumentStores implements DocumentStore {
  readonly #postgres: PostgresStore;
  readonly #s3: S3Store | null;

  /** @param s3 Absent: documents are kept in the database. */
  constructor(db: Database, s3?: S3Settings) {
    this.#postgres = new PostgresStore(db);
    this.#s3 = s3 === undefined ? null : new S3Store(s3);
  }

  stage(documentId: string, bytes: Uint8Array) {
    return (this.#s3 ?? this.#postgres).stage(documentId, bytes);
  }

  read(documentId: string, at: StoredAt, range: ByteRange): AsyncIterable<Uint8Array> {
    if (at.store === 'POSTGRES') return this.#postgres.read(documentId, at, range);
    if (this.#s3 === null) {
      throw new Error(`document ${documentId} is in a bucket, and no S3_BUCKET is set here`);
    }
    return this.#s3.read(documentId, at, range);
  }

  close(): void {
    this.#s3?.close();
  }
}
