import { isUtf8 } from 'node:buffer';
import { fileTypeFromBuffer } from 'file-type';
import { isMediaTypeOf, plainExtension, uploadTypes } from '../../domain/events/fields/upload-types.js';
import { safeFileName } from '../../domain/forms/file-name.js';

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

/** Texts have no signature: they are recognized by being text. */
const textExtensions = new Set(['txt', 'csv', 'eml']);

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
  const found = await contentOf(bytes, wanted);
  if (found !== wanted) {
    const what = found === null ? 'something else' : found;
    return { problem: `holds ${what}, not ${wanted}`, field: 'base64EncodedFile' };
  }
  if (!isMediaTypeOf(wanted, mimeType)) {
    return { problem: `must be ${contentType} for this content`, field: 'mimeType' };
  }
  return { fileName: safeFileName(name, given), contentType, bytes };
}

/** The type of the bytes, as an extension; null if it is unknown. */
async function contentOf(bytes: Buffer, wanted: string): Promise<string | null> {
  const isUtf16 = textExtensions.has(wanted) && utf16.some((mark) => bytes.subarray(0, 2).equals(mark));
  const sniffed = isUtf16 ? undefined : await fileTypeFromBuffer(bytes);
  if (sniffed !== undefined) return plainExtension(sniffed.ext);
  return textExtensions.has(wanted) && isText(bytes, isUtf16) ? wanted : null;
}

/** The byte order marks of UTF-16, little endian and big endian. */
const utf16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/**
 * Text in UTF-8, UTF-16 or a single-byte encoding, which spreadsheets still write. Markup that a browser
 * would run is refused.
 */
function isText(bytes: Buffer, isUtf16: boolean): boolean {
  // The check is the same for all single-byte encodings.
  if (!isUtf16 && !isUtf8(bytes)) return isPlain(bytes.toString('latin1'), controlOfOneByte);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return isPlain(new TextDecoder(encoding).decode(bytes), controlCharacter);
}

const controlCharacter = /(?![\t\n\r\f])\p{Cc}|\ufffd/u;

/** Windows-1252 has letters and signs from 0x80 to 0x9f: the euro, dashes and quotation marks. */
const controlOfOneByte = /(?![\t\n\r\f\u0080-\u009f])\p{Cc}/u;

function isPlain(text: string, control: RegExp): boolean {
  return !/^\s*<(!doctype|html|script|svg|\?xml)/i.test(text) && !control.test(text);
}
