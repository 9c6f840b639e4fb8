import type { Database } from '../../db/database.js';
import { DocumentMaker } from '../../documents/making/document-maker.js';
import type { DocumentServices } from '../../documents/making/services.js';
import { ThreadRenderer } from '../../documents/pdf/thread-renderer.js';
import { Rater } from '../../documents/rating/rater.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import { ownThreads, ThreadPool } from '../../documents/threads/thread-pool.js';
import { FileUrls } from '../../domain/forms/file-urls.js';

/** Where tests' files are said to be. */
export const testBaseUrl = 'http://ioi.test';

/** What makes and keeps documents: real threads, which start with the first document, and the database. */
export function testDocuments(
  db: Database,
): DocumentServices & { threads: ThreadPool; stop(): Promise<void> } {
  const threads = new ThreadPool({ share: ownThreads(1) });
  const renderer = new ThreadRenderer(threads);
  const store = new DocumentStores(db);
  const urls = new FileUrls({ environment: 'DEV', baseUrl: testBaseUrl });
  return {
    maker: new DocumentMaker({ renderer, store, urls }),
    store,
    urls,
    threads,
    stop: () => threads.stop(),
  };
}

/** Rates in a thread of its own, which starts with the first large rating. */
export const testRater = () => new Rater(new ThreadPool({ share: ownThreads(1) }));
