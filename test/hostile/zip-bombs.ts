import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; `zeros`: so many bytes of zero. */
export interface PackedFile {
  name: string;
  content: string | { zeros: number };
}

/** A deflated file. Megabytes of zeros are packed once and repeated: nothing is that large here. */
function packed({ content }: PackedFile): { bytes: Buffer; size: number; crc: number } {
  if (typeof content !== 'string') return zeros(content.zeros);
  const text = Buffer.from(content);
  return { bytes: deflateRawSync(text), size: text.length, crc: crc32(text) };
}

/** What its headers say of its sum and size is wrong from four gigabytes on. */
function zeros(size: number): { bytes: Buffer; size: number; crc: number } {
  const one = Buffer.alloc(1024 * 1024);
  // Z_FULL_FLUSH (3): the parts end at a byte, so they can be joined.
  const part = deflateRawSync(one, { finishFlush: 3 });
  const parts = Array.from({ length: Math.ceil(size / one.length) }, () => part);
  return { bytes: Buffer.concat([...parts, deflateRawSync(Buffer.alloc(0))]), size, crc: 0 };
}

function little(...fields: [bytes: number, value: number][]): Buffer {
  return Buffer.concat(
    fields.map(([bytes, value]) => {
      const field = Buffer.alloc(bytes);
      if (bytes === 8) field.writeBigUInt64LE(BigInt(value));
      else field.writeUIntLE(value, 0, bytes);
      return field;
    }),
  );
}

/** The files with their directory; `stated`: the size that headers give each. */
function written(files: readonly PackedFile[], offset: number, stated?: number) {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = offset;
  for (const file of files) {
    const { bytes, size, crc } = packed(file);
    const name = Buffer.from(file.name);
    const sizes = [
      [4, crc],
      [4, bytes.length],
      [4, stated ?? size],
      [2, name.length],
      [2, 0],
    ] as [number, number][];
    const local = little([4, 0x04034b50], [2, 20], [2, 0x0800], [2, 8], [4, 0x210000], ...sizes);
    directory.push(
      little([4, 0x02014b50], [2, 20], [2, 20], [2, 0x0800], [2, 8], [4, 0x210000], ...sizes),
      little([2, 0], [2, 0], [2, 0], [4, 0], [4, at]),
      name,
    );
    contents.push(local, name, bytes);
    at += local.length + name.length + bytes.length;
  }
  return { contents: Buffer.concat(contents), directory: Buffer.concat(directory) };
}

const endOf = (count: number, size: number, start: number) =>
  little([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, start], [2, 0]);

/** An archive whose headers may state another size. */
export function anArchive(files: readonly PackedFile[], { stated }: { stated?: number } = {}): Buffer {
  const { contents, directory } = written(files, 0, stated);
  return Buffer.concat([contents, directory, endOf(files.length, directory.length, contents.length)]);
}

/** An archive that shows some files by its directory, and others to anyone who follows the records of zip64. */
export function inZip64(shown: readonly PackedFile[], hidden: readonly PackedFile[]): Buffer {
  const other = written(hidden, 0);
  const start64 = other.contents.length;
  const record = start64 + other.directory.length;
  const end64 = little(
    ...([
      [4, 0x06064b50],
      [8, 44],
      [2, 45],
      [2, 45],
      [4, 0],
      [4, 0],
      [8, hidden.length],
      [8, hidden.length],
      [8, other.directory.length],
      [8, start64],
    ] as [number, number][]),
  );
  const locator = little([4, 0x07064b50], [4, 0], [8, record], [4, 1]);
  const before = Buffer.concat([other.contents, other.directory, end64]);
  const plain = written(shown, before.length);
  const start = before.length + plain.contents.length;
  return Buffer.concat([
    ...[before, plain.contents, plain.directory, locator],
    endOf(0xffff, plain.directory.length, start),
  ]);
}
