import type { Database } from '../../db/database.js';
import { DocumentMaker } from '../../documents/making/document-maker.js';
import type { DocumentServices } from '../../documents/making/services.js';
import { ThreadRenderer } from '../../documents/pdf/thread-renderer.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import { ThreadPool } from '../../documents/threads/thread-pool.js';
import { FileUrls } from '../../domain/forms/file-urls.js';
import type { Settings } from '../settings/settings.js';
import type { Lifecycle } from './lifecycle.js';

/** The threads of this process; they start with the first long work. */
export function startThreads(lifecycle: Lifecycle): ThreadPool {
  const threads = new ThreadPool();
  lifecycle.onStop('the threads', () => threads.stop());
  return threads;
}

/** The services that generate and store documents in this process. */
export function startDocuments(
  db: Database,
  settings: Settings,
  { lifecycle, threads }: { lifecycle: Lifecycle; threads: ThreadPool },
): DocumentServices {
  const renderer = new ThreadRenderer(threads);
  const store = new DocumentStores(db, settings.s3);
  lifecycle.onStop('the store of documents', () => store.close());
  const urls = new FileUrls({ environment: settings.environment, baseUrl: settings.publicUrl ?? null });
  return { maker: new DocumentMaker({ renderer, store, urls }), store, urls };
}
