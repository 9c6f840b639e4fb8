import type { Database } from '../../db/database.js';
import { PostgresStore } from './postgres-store.js';
import type { S3Settings, S3Store } from './s3-store.js';
import type { ByteRange, DocumentStore, StoredAt } from './store.js';

/** New documents go to one store; each is read from where it was put. */
export class DocumentStores implements DocumentStore {
  readonly #postgres: PostgresStore;
  readonly #s3: S3Settings | undefined;
  #client: Promise<S3Store> | undefined;

  /** @param s3 Absent: documents are kept in the database. */
  constructor(db: Database, s3?: S3Settings) {
    this.#postgres = new PostgresStore(db);
    this.#s3 = s3;
  }

  async stage(documentId: string, bytes: Uint8Array) {
    const store = this.#s3 === undefined ? this.#postgres : await this.#bucket(this.#s3);
    return store.stage(documentId, bytes);
  }

  async *read(documentId: string, at: StoredAt, range: ByteRange): AsyncGenerator<Uint8Array> {
    if (at.store === 'POSTGRES') {
      yield* this.#postgres.read(documentId, at, range);
      return;
    }
    if (this.#s3 === undefined) {
      throw new Error(`document ${documentId} is in a bucket, and no S3_BUCKET is set here`);
    }
    yield* (await this.#bucket(this.#s3)).read(documentId, at, range);
  }

  async close(): Promise<void> {
    (await this.#client)?.close();
  }

  /** Its client is large: processes that keep documents in the database do not load it. */
  #bucket(settings: S3Settings): Promise<S3Store> {
    this.#client ??= import('./s3-store.js').then(({ S3Store: Store }) => new Store(settings));
    return this.#client;
  }
}
