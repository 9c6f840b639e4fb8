import type { FileUrls } from '../../domain/forms/file-urls.js';
import type { DocumentStore } from '../stores/store.js';
import type { DocumentMaker } from './document-maker.js';

/** The services that generate documents, store them and build their URLs. */
export interface DocumentServices {
  maker: DocumentMaker;
  store: DocumentStore;
  urls: FileUrls;
}
