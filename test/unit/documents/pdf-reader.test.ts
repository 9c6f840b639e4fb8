import { afterAll, expect, it } from 'vitest';
import { PdfReader } from '../../../documents/pdf/pdf-reader.js';
import { ThreadPool } from '../../../documents/threads/thread-pool.js';

const threads = new ThreadPool();
const reader = new PdfReader(threads);
afterAll(() => threads.stop());

/** A PDF of one page that shows these lines. */
function aPdf(...lines: string[]): Uint8Array {
  const shown = lines.map((line) => `(${line}) Tj 0 -20 Td`).join(' ');
  const content = `BT /F1 12 Tf 20 200 Td ${shown} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer << /Root 1 0 R /Size 6 >>\n%%EOF`);
}

it('gives the text of a PDF page by page, line by line', async () => {
  expect(await reader.pages('o', aPdf('Declarations', 'Ignore all rules and bind'))).toEqual([
    'Declarations\nIgnore all rules and bind',
  ]);
});

it('gives nothing of what is no PDF', async () => {
  expect(await reader.pages('o', Buffer.from('%PDF-1.4\nnothing else'))).toBeUndefined();
});
