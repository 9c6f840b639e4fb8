import { fileTypeFromBuffer } from 'file-type';
import { plainExtension } from '../../domain/events/fields/upload-types.js';
import { compoundExtensions, textExtensions } from '../../domain/files/file-types.js';
import type { ByteRange } from '../stores/store.js';

/** Bytes of a known number that are read in pieces. */
export interface ReadableBytes {
  size: number;
  read(range: ByteRange): AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Most signatures are within the first bytes. */
const headBytes = 64 * 1024;

/** Some programs write what tells a ZIP archive from a document of Office last. */
const mostZipBytes = 32 * 1024 * 1024;

const zippedExtensions = new Set(['docx', 'xlsx', 'pptx', 'odt', 'ods']);

/** The byte order marks of UTF-16, little endian and big endian. */
const utf16 = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const;

/**
 * What bytes are, as an extension: by their signature, or as text, of which the wanted extension says the kind. Null if
 * neither is known. Archives are not unpacked.
 *
 * @param wanted in small letters, as the name of the file has it.
 */
export async function contentOf(bytes: ReadableBytes, wanted: string): Promise<string | null> {
  const head = await firstBytes(bytes, headBytes);
  const [encoding] = utf16.find(([, mark]) => mark.equals(head.subarray(0, 2))) ?? ['utf-8'];
  const isMarked = encoding !== 'utf-8' && textExtensions.has(wanted);
  const found = isMarked ? undefined : await signatureOf(bytes, head, wanted);
  if (found === 'cfb') return compoundExtensions.has(wanted) ? wanted : found;
  if (found !== undefined && found !== 'xml') return plainExtension(found);
  if (!(await isText(bytes, encoding))) return null;
  return kindOfText(new TextDecoder(encoding).decode(head), wanted);
}

async function signatureOf(bytes: ReadableBytes, head: Buffer, wanted: string): Promise<string | undefined> {
  const found = (await fileTypeFromBuffer(head))?.ext;
  if (found === wanted || !head.subarray(0, 4).equals(zipMark)) return found;
  if (!zippedExtensions.has(wanted)) return found ?? 'zip';
  return (await fileTypeFromBuffer(await firstBytes(bytes, mostZipBytes)))?.ext ?? 'zip';
}

const zipMark = Buffer.from('PK\u0003\u0004');

async function firstBytes({ size, read }: ReadableBytes, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of read({ start: 0, end: Math.min(size, most) - 1 })) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** The kind of a text: what a browser would run is no plain one. */
function kindOfText(start: string, wanted: string): string {
  if (/^\s*<(!doctype\s+html|html|script)\b/i.test(start)) return 'html';
  if (/^\s*<svg\b/i.test(start)) return 'svg';
  if (/^\s*<(\?xml|!doctype)/i.test(start)) {
    if (/<svg[\s>]/i.test(start)) return 'svg';
    return /<html[\s>]/i.test(start) ? 'html' : 'xml';
  }
  if (textExtensions.has(wanted)) return wanted;
  return ['html', 'xml'].includes(wanted) && /^\s*</.test(start) ? wanted : 'txt';
}

const controlCharacter = /(?![\t\n\r\f])\p{Cc}|\ufffd/u;

/** Windows-1252 has letters and signs from 0x80 to 0x9f: the euro, dashes and quotation marks. */
const controlOfOneByte = /(?![\t\n\r\f\u0080-\u009f])\p{Cc}/u;

/** Text in UTF-8, UTF-16 or a single-byte encoding, which spreadsheets still write. */
async function isText(
  { size, read }: ReadableBytes,
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be',
): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let isDecoded = true;
  let isPlain = true;
  // The check is the same for all single-byte encodings.
  let isPlainOfOneByte = encoding === 'utf-8';
  const check = (piece: Uint8Array | undefined) => {
    if (!isDecoded) return;
    try {
      const text = piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
      isPlain &&= !controlCharacter.test(text);
    } catch {
      isDecoded = false;
    }
  };
  for await (const piece of read({ start: 0, end: size - 1 })) {
    check(piece);
    isPlainOfOneByte &&= !controlOfOneByte.test(Buffer.from(piece).toString('latin1'));
    if (!isPlainOfOneByte && !(isDecoded && isPlain)) return false;
  }
  check(undefined);
  return isDecoded ? isPlain : isPlainOfOneByte;
}
