import { isMediaTypeOf, plainExtension, uploadTypes } from '../../domain/events/fields/upload-types.js';
import { safeFileName } from '../../domain/forms/file-name.js';
import type { ByteRange } from '../stores/store.js';
import { contentOf } from './content-of.js';

export interface Upload {
  name: string;
  extension: string;
  mimeType: string;
  base64EncodedFile: string;
}

export type CheckedUpload =
  | { fileName: string; contentType: string; bytes: Uint8Array }
  | { problem: string; field: keyof Upload };

/** Bytes per file; a request cannot carry more. */
const mostBytes = 10 * 1024 * 1024;

/**
 * Decodes an upload and checks its size and content. The content must match the extension and the media type;
 * the file name does not count.
 */
export async function checkedUpload({
  name,
  extension,
  mimeType,
  base64EncodedFile,
}: Upload): Promise<CheckedUpload> {
  const bytes = Buffer.from(base64EncodedFile, 'base64');
  if (bytes.length === 0) return { problem: 'is empty', field: 'base64EncodedFile' };
  if (bytes.length > mostBytes) return { problem: 'is larger than 10 MiB', field: 'base64EncodedFile' };
  const given = extension.replace(/^\./, '').toLowerCase();
  const wanted = plainExtension(extension);
  const contentType = uploadTypes.get(wanted);
  if (contentType === undefined) return { problem: 'is not an accepted file type', field: 'extension' };
  const read = ({ start, end }: ByteRange) => [bytes.subarray(start, end + 1)];
  const found = await contentOf({ size: bytes.length, read }, wanted);
  if (found !== wanted) {
    const what = found === null ? 'something else' : found;
    return { problem: `holds ${what}, not ${wanted}`, field: 'base64EncodedFile' };
  }
  if (!isMediaTypeOf(wanted, mimeType)) {
    return { problem: `must be ${contentType} for this content`, field: 'mimeType' };
  }
  return { fileName: safeFileName(name, given), contentType, bytes };
}
