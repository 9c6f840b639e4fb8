import { describe, expect, it } from 'vitest';
import { sendBook } from '../../../api/books/schemas.js';
import { BookFiles, readManifest } from '../../../documents/book/book-files.js';
import { sentBook } from '../../../documents/book/book-source.js';

const manifest = { format: 'ioi-book/1', source: 'Old System' };

const opened = (files: Record<string, string>) => {
  const all: Record<string, string> = { 'book.json': JSON.stringify(manifest), ...files };
  return BookFiles.open(
    sentBook(async (name) => (all[name] === undefined ? undefined : Buffer.from(all[name]))),
  );
};

describe('the files of a book', () => {
  it('are CSV with limits', async () => {
    const book = await opened({ 'clients.csv': 'id,name\nC-1,"Heron\nKitchen"\nC-2,\n' });
    const lines = [];
    for await (const { place, value } of book.clients()) lines.push({ place, value });
    expect(lines).toMatchObject([{ value: { id: 'C-1', name: 'Heron\nKitchen' } }, { value: { id: 'C-2' } }]);
    await expect(
      opened({ 'notes.csv': `id,at\n1,"${','.repeat(2_000)}"\n${','.repeat(1_000)}\n` }),
    ).rejects.toThrow('notes.csv: line 3 has more than 1000 cells');
  });

  it('have a manifest that can be stored', () => {
    const read = (more: object) => () => readManifest(JSON.stringify({ ...manifest, ...more }));
    expect(read({ source: 'Old\0System' })).toThrow('book.json: source: contains a character');
    const numbers = Array.from({ length: 10_001 }, (_, index) => ({
      ...{ productId: '11111111-1111-1111-1111-111111111111', scope: `${index}`, last: '1' },
    }));
    expect(read({ numbers })).toThrow('book.json: numbers: ');
    expect(read({ numbers: numbers.slice(1) })).not.toThrow();
  });

  it('are sent with names that the database can keep, and without those of an exported book', () => {
    const faults = (files: string[], documents: string[]) => {
      const named = (names: string[]) => Object.fromEntries(names.map((name) => [name, 'AAAA']));
      const read = sendBook.body?.safeParse({ files: named(files), documents: named(documents) });
      return read?.error?.issues.map(({ path, message }) => [path[0], message]);
    };
    expect(faults(['book.json', 'clients.ndjson'], ['é'.repeat(500)])).toBeUndefined();
    expect(faults(['organizations.ndjson', 'products/versions.ndjson'], ['é'.repeat(501)])).toMatchObject([
      ['files', 'is no file of a book'],
      ['files', 'is no file of a book'],
      ['documents', expect.stringContaining('must be a path below the book')],
    ]);
    const many = Array.from({ length: 5_001 }, (_, index) => `files/${index}`);
    expect(faults(['book.json'], many)).toEqual([['documents', 'has more than 5000 documents']]);
  });
});
