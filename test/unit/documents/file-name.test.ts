import { describe, expect, it } from 'vitest';
import { attachment } from '../../../api/documents/content-disposition.js';
import { safeFileName } from '../../../domain/forms/file-name.js';

describe('the name of a file', () => {
  it.each([
    ['Proposal', 'Proposal.pdf'],
    ['Proposal.PDF', 'Proposal.pdf'],
    ['Proposal.pdf ', 'Proposal.pdf'],
    ['Proposal.pdf.', 'Proposal.pdf'],
    ['Proposal.docx', 'Proposal.docx.pdf'],
    ['pdf', 'pdf.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['C:\\Users\\x', 'C Users x.pdf'],
    ['trailing...  ', 'trailing.pdf'],
    ['.hidden', 'hidden.pdf'],
    ['con', 'con_.pdf'],
    ['NUL.txt', 'NUL_.txt.pdf'],
    ['aux .tar.gz', 'aux_.tar.gz.pdf'],
    ['COM¹', 'COM¹_.pdf'],
    ['CONIN$', 'CONIN$_.pdf'],
    ['console', 'console.pdf'],
    ['\u202Efdp.exe', 'fdp.exe.pdf'],
    ['a\u2028b\u0007c', 'abc.pdf'],
    ['Cafe\u0301', 'Café.pdf'],
  ])('%j is saved as %j', (given, expected) => {
    expect(safeFileName(given, 'pdf')).toBe(expected);
  });

  it('is not looked for in all of a text that is no name', () => {
    expect(safeFileName(`Invoice${'.'.repeat(400_000)}x`, 'pdf')).toBe('Invoice.pdf');
    expect(safeFileName(`Invoice${' .'.repeat(400_000)}x`, 'pdf')).toBe('Invoice.pdf');
  });

  it.each(['', ' ', '\u3000', '...', '..', '.pdf', '/\\', '\u202E'])('%j says nothing', (given) => {
    expect(safeFileName(given, 'pdf', 'Invoice 7')).toBe('Invoice 7.pdf');
    expect(safeFileName(given, 'pdf')).toBe('document.pdf');
  });

  it.each(['x', '文', '🙂', 'ą'])('fits every file system with %j throughout', (character) => {
    const name = safeFileName(character.repeat(255), 'pdf');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(244);
    expect(name).toMatch(new RegExp(`^(${character})+\\.pdf$`, 'u'));
  });
});

describe('Content-Disposition', () => {
  it.each([
    ['Invoice 7.pdf', 'attachment; filename="Invoice 7.pdf"'],
    ['a%22b.pdf', `attachment; filename="a_22b.pdf"; filename*=UTF-8''a%2522b.pdf`],
    ['🙂.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%F0%9F%99%82.pdf`],
    // Wide forms of characters that a path has, which become them when they are made plain.
    [
      '／..＼x＂：.pdf',
      `attachment; filename="_.._x__.pdf"; filename*=UTF-8''${encodeURIComponent('／..＼x＂：.pdf')}`,
    ],
  ])('names %j', (fileName, expected) => {
    expect(attachment(fileName)).toBe(expected);
  });
});
