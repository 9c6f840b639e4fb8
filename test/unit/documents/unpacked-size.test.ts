import { deflateRawSync } from 'node:zlib';
import exceljs from 'exceljs';
import { expect, it } from 'vitest';
import { unpackedSize } from '../../../documents/excel/unpacked-size.js';

const most = 1024 * 1024;

/** An archive of one deflated entry, whose headers may lie about its size. */
function anArchive(content: Buffer, statedSize = content.length): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(31);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(1, 26);
  local.write('a', 30);
  const entry = Buffer.alloc(47);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(statedSize, 24);
  entry.writeUInt16LE(1, 28);
  entry.write('a', 46);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length, 12);
  end.writeUInt32LE(local.length + packed.length, 16);
  return Buffer.concat([local, packed, entry, end]);
}

/** An archive with another value in a field of its end. */
function changed(field: number, value: number): Buffer {
  const archive = anArchive(Buffer.alloc(1000));
  archive.writeUInt16LE(value, archive.length - 22 + field);
  return archive;
}

it('measures a workbook', async () => {
  const workbook = new exceljs.Workbook();
  workbook.addWorksheet('rates').addRow(['NY', 1]);
  const bytes = new Uint8Array(await workbook.xlsx.writeBuffer());
  expect(unpackedSize(bytes, most)).toBeGreaterThan(bytes.length);
});

it('measures what is unpacked, not what headers say', () => {
  expect(unpackedSize(anArchive(Buffer.alloc(1000)), most)).toBe(1000);
  expect(unpackedSize(anArchive(Buffer.alloc(64 * most), 10), most)).toBeNull();
});

it.each([
  ['no archive', Buffer.from('state,rate\n')],
  ['nothing', Buffer.alloc(0)],
  ['a truncated archive', anArchive(Buffer.alloc(1000)).subarray(10)],
  ['a directory that is somewhere else', Buffer.concat([Buffer.alloc(5), anArchive(Buffer.alloc(1000))])],
  ['a directory of zip64', changed(4, 0xffff)],
  ['a count of zip64', changed(8, 0xffff)],
  ['more entries than there are', changed(10, 2)],
  ['a directory that is shorter than it is said to be', changed(12, 46)],
  ['something after its end', Buffer.concat([anArchive(Buffer.alloc(1000)), Buffer.alloc(1)])],
])('refuses %s', (_what, bytes) => {
  expect(unpackedSize(bytes, most)).toBeNull();
});
