import type { Database } from '../../db/database.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { NoBook } from '../../documents/book/book-files.js';
import { bookFolder } from '../../documents/book/book-source.js';
import { type OpenedBook, openBook } from '../../documents/book/open-book.js';
import { CommandFailure } from '../ground/command-failure.js';
import { organizationOf } from '../ground/organization-of.js';
import { loadSettings } from '../settings/settings.js';

/** Opens the book in a folder that is for an organization. */
export async function openFolder(
  db: Database,
  folder: string,
  { organization }: { organization: string },
): Promise<OpenedBook> {
  const { environment, databaseUrl } = loadSettings();
  const catalog = createProductCatalog({ db, databaseUrl: databaseUrl ?? '', environment });
  const insurer = await organizationOf(db, organization);
  try {
    return await openBook({ db, catalog }, { source: bookFolder(folder), insurer, now: new Date() });
  } catch (error) {
    if (error instanceof NoBook) throw new CommandFailure(error.message);
    throw error;
  }
}
