import { BookPlaces } from '../../db/book/book-places.js';
import type { BookReading } from '../../db/book/prepare.js';
import { readInstallation } from '../../db/book/read-installation.js';
import type { Database } from '../../db/database.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { BookFiles, NoBook } from '../../documents/book/book-files.js';
import { CommandFailure } from '../ground/command-failure.js';
import { organizationOf } from '../ground/organization-of.js';
import { loadSettings } from '../settings/settings.js';

/** A book in a folder, and what it is read with. */
export interface OpenedBook {
  book: BookFiles;
  reading: BookReading;
}

/** Opens a book that is for an organization. */
export async function openBook(
  db: Database,
  folder: string,
  { organization }: { organization: string },
): Promise<OpenedBook> {
  const book = await BookFiles.open(folder).catch((error) => {
    if (error instanceof NoBook) throw new CommandFailure(error.message);
    throw error;
  });
  const { environment, databaseUrl } = loadSettings();
  const insurer = await organizationOf(db, organization);
  const catalog = createProductCatalog({ db, databaseUrl: databaseUrl ?? '', environment });
  const places = new BookPlaces({ db, catalog, insurer, now: new Date() });
  const isExported = book.manifest.exportedAt !== undefined;
  const named = isExported ? await book.named() : undefined;
  const installation = named && (await readInstallation(db, named));
  return { book, reading: { places, source: book.manifest.source, installation } };
}
