import type { Knex } from 'knex';
import type { Database } from '../../db/database.js';
import type { ByteRange, DocumentStore } from './store.js';

/** Bytes per piece, and so the memory that sending a file needs. */
export const pieceSize = 256 * 1024;

/** Stores documents in the database, in pieces, so that a large one is never read into memory as a whole. */
export class PostgresStore implements Omit<DocumentStore, 'remove'> {
  constructor(
    private readonly db: Database,
    private readonly pieces = { table: 'document_pieces', key: 'document_id' },
  ) {}

  async stage(documentId: string, bytes: Uint8Array) {
    return {
      at: { store: 'POSTGRES' as const, objectKey: null },
      keep: (trx: Knex) => writePieces(trx, documentId, bytes),
    };
  }

  /** One statement per piece: a slow reader holds no connection and no transaction. */
  async *read(documentId: string, _at: unknown, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    const last = Math.floor(end / pieceSize);
    for (let number = Math.floor(start / pieceSize); number <= last; number += 1) {
      const bytes = await this.#piece(documentId, number);
      const offset = number * pieceSize;
      yield bytes.subarray(Math.max(0, start - offset), Math.min(bytes.length, end + 1 - offset));
    }
  }

  async #piece(documentId: string, number: number): Promise<Buffer> {
    const { table, key } = this.pieces;
    const piece = await this.db(table)
      .where({ [key]: documentId, number })
      .first('bytes');
    if (piece === undefined) throw new Error(`piece ${number} of ${documentId} is missing in ${table}`);
    return piece.bytes;
  }
}

async function writePieces(trx: Knex, documentId: string, bytes: Uint8Array): Promise<void> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let number = 0; number * pieceSize < whole.length; number += 1) {
    const piece = whole.subarray(number * pieceSize, (number + 1) * pieceSize);
    await trx('document_pieces')
      .insert({ document_id: documentId, number, bytes: piece })
      .onConflict()
      .ignore();
  }
}
