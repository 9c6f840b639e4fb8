import type { Database } from '../../db/database.js';
import { DocumentMaker } from '../../documents/making/document-maker.js';
import type { DocumentServices } from '../../documents/making/services.js';
import { RenderPool } from '../../documents/pdf/render-pool.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import { FileUrls } from '../../domain/forms/file-urls.js';
import type { Settings } from '../settings/settings.js';
import type { Lifecycle } from './lifecycle.js';

/**
 * The services that generate and store documents in this process; their threads start with the first
 * document.
 */
export function startDocuments(db: Database, settings: Settings, lifecycle: Lifecycle): DocumentServices {
  const renderer = new RenderPool();
  const store = new DocumentStores(db, settings.s3);
  lifecycle.onStop('the making of documents', async () => {
    await renderer.stop();
    await store.close();
  });
  const urls = new FileUrls({ environment: settings.environment, baseUrl: settings.publicUrl ?? null });
  return { maker: new DocumentMaker({ renderer, store, urls }), store, urls };
}
