import type { Database } from '../../db/database.js';
import { DocumentMaker } from '../../documents/making/document-maker.js';
import type { DocumentServices } from '../../documents/making/services.js';
import { RenderPool } from '../../documents/pdf/render-pool.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import { ownThreads } from '../../documents/threads/thread-pool.js';
import { FileUrls } from '../../domain/forms/file-urls.js';

/** Where tests' files are said to be. */
export const testBaseUrl = 'http://ioi.test';

/** What makes and keeps documents: real threads, which start with the first document, and the database. */
export function testDocuments(db: Database): DocumentServices & { stop(): Promise<void> } {
  const renderer = new RenderPool({ share: ownThreads(1) });
  const store = new DocumentStores(db);
  const urls = new FileUrls({ environment: 'DEV', baseUrl: testBaseUrl });
  return {
    maker: new DocumentMaker({ renderer, store, urls }),
    store,
    urls,
    stop: () => renderer.stop(),
  };
}
