import type { FileUrls } from '../../domain/forms/file-urls.js';
import type { DocumentStore } from '../stores/store.js';
import type { DocumentMaker } from './document-maker.js';

/** What makes documents, keeps them and says where they can be had. */
export interface DocumentServices {
  maker: DocumentMaker;
  store: DocumentStore;
  urls: FileUrls;
}
