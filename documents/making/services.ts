import type { FileUrls } from '../../domain/forms/file-urls.js';
import type { DocumentStores } from '../stores/stores.js';
import type { DocumentMaker } from './document-maker.js';

/** The services that generate documents, store them and build their URLs. */
export interface DocumentServices {
  maker: DocumentMaker;
  store: DocumentStores;
  urls: FileUrls;
}
