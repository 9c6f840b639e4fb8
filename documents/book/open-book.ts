import { BookPlaces } from '../../db/book/book-places.js';
import type { BookReading } from '../../db/book/prepare.js';
import { readInstallation } from '../../db/book/read-installation.js';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { BookFiles } from './book-files.js';
import type { BookSource } from './book-source.js';

/** A book, and what it is read with. */
export interface OpenedBook {
  book: BookFiles;
  reading: BookReading;
}

interface BookToOpen {
  source: BookSource;
  /** Whose policies they are. */
  insurer: { id: string; name: string };
  now: Date;
}

/** Opens a book that is for an organization. Throws `NoBook`. */
export async function openBook(
  { db, catalog }: { db: Database; catalog: ProductCatalog },
  { source, insurer, now }: BookToOpen,
): Promise<OpenedBook> {
  const book = await BookFiles.open(source);
  const places = new BookPlaces({ db, catalog, insurer, now });
  const isExported = book.manifest.exportedAt !== undefined;
  const named = isExported ? await book.named() : undefined;
  const installation = named && (await readInstallation(db, named));
  return { book, reading: { places, source: book.manifest.source, installation } };
}
