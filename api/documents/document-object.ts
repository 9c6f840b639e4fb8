import type { Document } from '../../db/models/document.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';

/** A stored document with its URL, and what the headers of its download say. */
export function documentObject(document: Document, urls: Pick<FileUrls, 'urlOf'>) {
  const { id, fileName, type, contentType, size, sha256, createdAt } = document;
  const { formNumber, formVersion, language } = document;
  return {
    contentId: id,
    fileName,
    type,
    contentType,
    size: Number(size),
    sha256,
    formNumber,
    formVersion,
    language,
    url: urls.urlOf({ id, fileName }),
    createdTimestamp: createdAt.toISOString(),
  };
}
