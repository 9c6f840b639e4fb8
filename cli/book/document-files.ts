import { extname } from 'node:path';
import type { Knex } from 'knex';
import { type DocumentRow, type DocumentsOf, documentsReader } from '../../db/book/read-documents.js';
import type { DocumentStore } from '../../documents/stores/store.js';
import type { ExportedDocument } from '../../domain/book/records.js';
import type { BookFolder, LineFile } from './book-folder.js';

export type DocumentBytes = Pick<DocumentStore, 'read'>;

/** The documents of a book: their files, and a line of each. */
export class DocumentFiles {
  readonly organizations = new Set<string>();
  readonly versions = new Set<string>();
  leftOut = 0;
  readonly #lines: LineFile;

  private constructor(
    private readonly read: (of: DocumentsOf) => Promise<DocumentRow[]>,
    private readonly folder: BookFolder,
    private readonly bytes: DocumentBytes | undefined,
  ) {
    this.#lines = folder.lines('documents.ndjson');
  }

  static async begin(
    trx: Knex.Transaction,
    folder: BookFolder,
    bytes: DocumentBytes | undefined,
  ): Promise<DocumentFiles> {
    return new DocumentFiles(await documentsReader(trx), folder, bytes);
  }

  get count(): number {
    return this.#lines.count;
  }

  /** Writes documents or, without bytes to read, counts them. */
  async write(of: DocumentsOf): Promise<void> {
    const quotes = new Set('quoteIds' in of ? of.quoteIds : []);
    const found = await this.read(of);
    if (this.bytes === undefined) {
      this.leftOut += found.length;
      return;
    }
    for (const { row, at } of found) {
      const { id, file_name: fileName, size } = row;
      const file = placeOf(id, fileName);
      await this.folder.write(file, this.bytes.read(id, at, { start: 0, end: Number(size) - 1 }));
      // It may be about a quote that is no part of the book.
      const { quote_id: quoteId, ...others } = row;
      this.#note(row);
      const line: ExportedDocument = {
        id,
        ...(row.policy_id !== undefined && { policy: String(row.policy_id) }),
        file,
        name: fileName,
        row: quotes.has(String(quoteId)) ? row : others,
      };
      await this.#lines.write(`${JSON.stringify(line)}\n`);
    }
  }

  async end(): Promise<void> {
    await this.#lines.end();
  }

  #note(row: DocumentRow['row']): void {
    for (const name of ['organization_id', 'shared_organization_id']) {
      if (typeof row[name] === 'string') this.organizations.add(row[name]);
    }
    if (typeof row.product_version_id === 'string') this.versions.add(row.product_version_id);
  }
}

/** Two folders deep, so that none has a million files. */
function placeOf(id: string, fileName: string): string {
  const extension = extname(fileName);
  const kept = /^\.[A-Za-z0-9]{1,8}$/.test(extension) ? extension : '';
  return `files/${id.slice(0, 2)}/${id.slice(2, 4)}/${id}${kept}`;
}
