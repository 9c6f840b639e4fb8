import type { Database } from '../../db/database.js';
import { PostgresStore } from './postgres-store.js';
import type { S3Settings, S3Store } from './s3-store.js';
import type { ByteRange, DocumentStore, StoredAt } from './store.js';

/** New documents go to one store; each document is read from the store that has it. */
export class DocumentStores implements DocumentStore {
  readonly #postgres: PostgresStore;
  readonly #s3: S3Settings | undefined;
  #client: Promise<S3Store> | undefined;

  /** @param s3 if absent, documents are stored in the database. */
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
      throw new Error(`document ${documentId} is in a bucket, but S3_BUCKET is not set`);
    }
    yield* (await this.#bucket(this.#s3)).read(documentId, at, range);
  }

  /** The bucket of new documents; undefined: they are stored in the database. */
  async bucket(): Promise<Pick<S3Store, 'keyOf' | 'put'> | undefined> {
    return this.#s3 && this.#bucket(this.#s3);
  }

  async remove(objectKey: string): Promise<void> {
    if (this.#s3 === undefined) throw new Error(`${objectKey} is in a bucket, but S3_BUCKET is not set`);
    await (await this.#bucket(this.#s3)).remove(objectKey);
  }

  async close(): Promise<void> {
    (await this.#client)?.close();
  }

  /** The S3 client is large: processes that store documents in the database do not load it. */
  #bucket(settings: S3Settings): Promise<S3Store> {
    this.#client ??= import('./s3-store.js').then(({ S3Store: Store }) => new Store(settings));
    return this.#client;
  }
}
