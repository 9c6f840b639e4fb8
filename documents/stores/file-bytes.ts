import type { Knex } from 'knex';
import type { Database } from '../../db/database.js';
import { PostgresStore, pieceSize } from './postgres-store.js';
import type { ByteRange, StoredAt } from './store.js';
import type { DocumentStores } from './stores.js';

const pieces = { table: 'file_pieces', key: 'file_id' } as const;

/**
 * The bytes of uploaded files. They come into the database in pieces, whatever sends them and whether they are kept, and go
 * into the bucket of documents, if there is one, once nothing is held against them.
 */
export class FileBytes {
  readonly #postgres: PostgresStore;

  constructor(
    private readonly db: Database,
    private readonly documents: Pick<DocumentStores, 'read' | 'bucket'>,
  ) {
    this.#postgres = new PostgresStore(db, pieces);
  }

  /** Stores bytes as they come, a statement for each piece, so that an upload holds no connection. */
  async write(fileId: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    let number = 0;
    let held: Uint8Array[] = [];
    let length = 0;
    const flush = async () => {
      const whole = Buffer.concat(held);
      for (let at = 0; at < whole.length; at += pieceSize, number += 1) {
        const piece = whole.subarray(at, at + pieceSize);
        await this.db(pieces.table).insert({ file_id: fileId, number, bytes: piece });
      }
    };
    for await (const chunk of bytes) {
      held.push(chunk);
      length += chunk.length;
      if (length < pieceSize) continue;
      const rest = length % pieceSize;
      const whole = Buffer.concat(held);
      held = [whole.subarray(0, length - rest)];
      await flush();
      held = [whole.subarray(length - rest)];
      length = rest;
    }
    await flush();
  }

  read(fileId: string, at: StoredAt, range: ByteRange): AsyncIterable<Uint8Array> {
    return at.store === 'POSTGRES'
      ? this.#postgres.read(fileId, at, range)
      : this.documents.read(fileId, at, range);
  }

  /** Where the bucket will have a file; null if there is none. */
  async keyInBucket(fileId: string): Promise<string | null> {
    return (await this.documents.bucket())?.keyOf(fileId) ?? null;
  }

  /** Copies bytes from the database into the bucket. May be repeated. */
  async copyToBucket(fileId: string, objectKey: string, size: number): Promise<void> {
    const bytes = this.#postgres.read(fileId, undefined, { start: 0, end: size - 1 });
    await (await this.documents.bucket())?.put(objectKey, bytes, size);
  }

  /** Removes bytes from the database. */
  async drop(trx: Knex, fileId: string): Promise<void> {
    await trx(pieces.table).where({ file_id: fileId }).delete();
  }
}
