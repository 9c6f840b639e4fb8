import { inflateRawSync } from 'node:zlib';

const endSignature = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const directorySignature = 0x02014b50;
const localSignature = 0x04034b50;
const stored = 0;
const deflated = 8;

/**
 * The size of a zip archive's entries together, unpacked; what its headers say of sizes does not count. Null if it
 * is more than `most` bytes, or the archive is not as Excel and other spreadsheets write it. The library for
 * workbooks unpacks everything into memory: a small archive can hold gigabytes.
 */
export function unpackedSize(archive: Uint8Array, most: number): number | null {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  try {
    const end = bytes.lastIndexOf(endSignature);
    let at = bytes.readUInt32LE(end + 16);
    let size = 0;
    while (at < end) {
      if (bytes.readUInt32LE(at) !== directorySignature) return null;
      size += entrySize(bytes, at, most - size);
      at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    }
    return at === end ? size : null;
  } catch {
    // Beyond the limit, or beyond the archive.
    return null;
  }
}

/** Throws an error if it is more than `most`. */
function entrySize(bytes: Buffer, at: number, most: number): number {
  const [method, packed, local] = [
    bytes.readUInt16LE(at + 10),
    bytes.readUInt32LE(at + 20),
    bytes.readUInt32LE(at + 42),
  ];
  if (bytes.readUInt32LE(local) !== localSignature) throw new RangeError('no entry');
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  if (start + packed > bytes.length) throw new RangeError('no entry');
  const content = bytes.subarray(start, start + packed);
  if (method === deflated && packed > 0) {
    return inflateRawSync(content, { maxOutputLength: Math.max(most, 1) }).length;
  }
  if ((method !== stored && packed > 0) || packed > most) throw new RangeError('too large');
  return packed;
}
