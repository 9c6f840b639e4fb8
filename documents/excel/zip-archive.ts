import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** A file of an archive; its text arrives in pieces of any size, of which the larger are compressed better. */
export interface ZipEntry {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

const compressed = promisify(deflateRaw);
/** A piece that others follow. Its blocks end at a byte, so pieces are compressed independently and joined. */
const moreFollows = { level: 3, finishFlush: constants.Z_FULL_FLUSH };
/** Sizes and offsets have 32 bits. */
const mostBytes = 0xffff_ffff;

/** A zip archive, written file by file: it needs the memory of two pieces. A file may have up to 4 GB. */
export async function* zipArchive(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Buffer, void> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const start = offset;
    const path = Buffer.from(name);
    const size = { crc: 0, packed: 0, plain: 0 };
    const header = Buffer.concat([
      bytes('4 2 2 2 4 12 2 2', [0x04034b50, ...method, 0, path.length, 0]),
      path,
    ]);
    yield header;
    for await (const packed of packedPieces(content, size)) {
      size.packed += packed.length;
      yield packed;
    }
    const sizes = [size.crc, size.packed, size.plain];
    const trailer = bytes('4 4 4 4', [0x08074b50, ...sizes]);
    yield trailer;
    offset += header.length + size.packed + trailer.length;
    if (Math.max(offset, size.plain) > mostBytes) throw new RangeError('The file is larger than 4 GB.');
    directory.push(
      bytes('4 2 2 2 2 4 4 4 4 2 2 2 2 2 4 4', [
        ...[0x02014b50, 20, ...method, ...sizes, path.length],
        ...[0, 0, 0, 0, 0, start],
      ]),
      path,
    );
  }
  const listed = Buffer.concat(directory);
  const count = directory.length / 2;
  yield listed;
  yield bytes('4 2 2 2 2 4 4 2', [0x06054b50, 0, 0, count, count, listed.length, offset, 0]);
}

/** The version, the flags (sizes follow the content, names are UTF-8), deflate, and the first date of the format. */
const method = [20, 0x0808, 8, 0x0021_0000];

/** Compresses a piece in a thread while the next one is made. */
async function* packedPieces(
  content: ZipEntry['content'],
  size: { crc: number; plain: number },
): AsyncGenerator<Buffer, void> {
  let before: Promise<Buffer> | undefined;
  for await (const text of content) {
    const piece = Buffer.from(text);
    size.crc = crc32(piece, size.crc);
    size.plain += piece.length;
    const packed = compressed(piece, moreFollows);
    if (before !== undefined) yield await before;
    before = packed;
  }
  if (before !== undefined) yield await before;
  yield compressed('');
}

/** Little-endian integers of the given lengths in bytes; one of more than 4 bytes is zero. */
function bytes(lengths: string, values: readonly number[]): Buffer {
  return Buffer.concat(
    lengths.split(' ').map((length, index) => {
      const field = Buffer.alloc(Number(length));
      if (field.length <= 4) field.writeUIntLE(values[index] ?? 0, 0, field.length);
      return field;
    }),
  );
}
