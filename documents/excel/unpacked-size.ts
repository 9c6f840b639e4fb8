import { inflateRawSync } from 'node:zlib';

const endSignature = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const directorySignature = 0x02014b50;
const localSignature = 0x04034b50;
const stored = 0;
const deflated = 8;

/** What a field of 32 bits says where the value is in the records of zip64. */
const elsewhere = 0xffffffff;

/**
 * The size of a zip archive's entries together, unpacked; what its headers say of sizes does not count. Null if it
 * is more than `most` bytes, or the archive is not as Excel and other spreadsheets write it. The library for
 * workbooks unpacks everything into memory: a small archive can hold gigabytes. It must read the same entries: archives
 * whose directory could be found in two ways (zip64, several disks, something between the parts) are refused.
 */
export function unpackedSize(archive: Uint8Array, most: number): number | null {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const end = bytes.lastIndexOf(endSignature);
    const { count, start } = directoryOf(bytes, end);
    let [at, size, entries] = [start, 0, 0];
    for (; at < end; entries += 1) {
      if (bytes.readUInt32LE(at) !== directorySignature) return null;
      size += entrySize(bytes, at, most - size);
      at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
    return at === end && entries === count ? size : null;
  } catch {
    // Beyond the limit, or beyond the archive.
    return null;
  }
}

/** Throws an error unless the one directory ends where its end begins, and nothing but a comment follows. */
function directoryOf(bytes: Buffer, end: number): { count: number; start: number } {
  const [disk, diskOfStart, countHere, count] = [4, 6, 8, 10].map((field) => bytes.readUInt16LE(end + field));
  const [size, start] = [bytes.readUInt32LE(end + 12), bytes.readUInt32LE(end + 16)];
  const isWhole = end + 22 + bytes.readUInt16LE(end + 20) === bytes.length && start + size === end;
  if (!isWhole || disk !== 0 || diskOfStart !== 0 || count === undefined || countHere !== count)
    throw new RangeError('no directory');
  return { count, start };
}

/** Throws an error if it is more than `most`. */
function entrySize(bytes: Buffer, at: number, most: number): number {
  const [method, packed, local] = [
    bytes.readUInt16LE(at + 10),
    bytes.readUInt32LE(at + 20),
    bytes.readUInt32LE(at + 42),
  ];
  const isZip64 = [packed, bytes.readUInt32LE(at + 24), local].includes(elsewhere);
  if (isZip64 || bytes.readUInt32LE(local) !== localSignature) throw new RangeError('no entry');
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + packed > bytes.length) throw new RangeError('no entry');
  const content = bytes.subarray(start, start + packed);
  if (method === deflated && packed > 0) {
    return inflateRawSync(content, { maxOutputLength: Math.max(most, 1) }).length;
  }
  if ((method !== stored && packed > 0) || packed > most) throw new RangeError('too large');
  return packed;
}
