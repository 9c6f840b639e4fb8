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

/** Bytes of one file; more than fits into a request anyway. */
const mostBytes = 10 * 1024 * 1024;

/** Texts have nothing to be told by but that they are texts. */
const textExtensions = new Set(['txt', 'csv', 'eml']);

/**
 * Reads an upload and checks it: its size, and that it is what its extension and media type say, by what is in it. The name
 * decides nothing.
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
  if (contentType === undefined) return { problem: 'is none that may be uploaded', field: 'extension' };
  const found = await contentOf(bytes, wanted);
  if (found !== wanted) {
    const what = found === null ? 'something else' : found;
    return { problem: `holds ${what} and not ${wanted}`, field: 'base64EncodedFile' };
  }
  if (!isMediaTypeOf(wanted, mimeType)) {
    return { problem: `must be ${contentType} for what the file holds`, field: 'mimeType' };
  }
  return { fileName: safeFileName(name, given), contentType, bytes };
}

/** What the bytes are, as an extension; null where nothing can be told. */
async function contentOf(bytes: Buffer, wanted: string): Promise<string | null> {
  const isUtf16 = textExtensions.has(wanted) && utf16.some((mark) => bytes.subarray(0, 2).equals(mark));
  const sniffed = isUtf16 ? undefined : await fileTypeFromBuffer(bytes);
  if (sniffed !== undefined) return plainExtension(sniffed.ext);
  return textExtensions.has(wanted) && isText(bytes, isUtf16) ? wanted : null;
}

/** What texts begin with that some spreadsheets write; little end first, and big end first. */
const utf16 = [Buffer.from([0xff, 0xfe]), Buffer.from([0xfe, 0xff])];

/** In UTF-8, UTF-16 or an encoding of one byte a letter, as spreadsheets still write; nothing that a browser would run. */
function isText(bytes: Buffer, isUtf16: boolean): boolean {
  // Whichever encoding of one byte it is: what no text has is the same in all of them.
  if (!isUtf16 && !isUtf8(bytes)) return isPlain(bytes.toString('latin1'), controlOfOneByte);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return isPlain(new TextDecoder(encoding).decode(bytes), controlCharacter);
}

const controlCharacter = /(?![\t\n\r\f])\p{Cc}|\ufffd/u;

/** From 0x80 to 0x9f there are letters and signs then: in Windows-1252 the euro, dashes and quotation marks. */
const controlOfOneByte = /(?![\t\n\r\f\u0080-\u009f])\p{Cc}/u;

function isPlain(text: string, control: RegExp): boolean {
  return !/^\s*<(!doctype|html|script|svg|\?xml)/i.test(text) && !control.test(text);
}
