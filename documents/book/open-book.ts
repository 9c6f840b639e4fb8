import { BookPlaces, namedInSentBook } from '../../db/book/book-places.js';
import type { BookReading } from '../../db/book/prepare.js';
import { readInstallation } from '../../db/book/read-installation.js';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { BookFiles, NoBook, whyNotSent } from './book-files.js';
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
  /** Somebody sent it, who has no shell here: it is not an exported one, and names only organizations that it may know. */
  isSent?: boolean;
}

/** Opens a book that is for an organization. Throws `NoBook`. */
export async function openBook(
  { db, catalog }: { db: Database; catalog: ProductCatalog },
  { source, insurer, now, isSent = false }: BookToOpen,
): Promise<OpenedBook> {
  const book = await BookFiles.open(source);
  const refusal = isSent ? whyNotSent(book.manifest) : undefined;
  if (refusal !== undefined) throw new NoBook(refusal);
  const among = isSent ? await namedInSentBook(db, insurer.id) : undefined;
  const places = new BookPlaces({ db, catalog, insurer, now, among });
  const isExported = book.manifest.exportedAt !== undefined;
  const named = isExported ? await book.named() : undefined;
  const installation = named && (await readInstallation(db, named));
  return { book, reading: { places, source: book.manifest.source, installation } };
}
