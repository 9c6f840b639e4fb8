import { beforeAll, describe, expect, it } from 'vitest';
import { excelWorksheet } from '../../../documents/worksheets/excel.js';
import { LiveBook } from '../../support/live-book.js';
import { liveDocumentOf, type SheetSubject, sheetChanges, whyNotSame } from '../../support/sheet-changes.js';
import { sheetFixtures } from '../../support/sheet-fixtures.js';
import { sheetSubjects } from '../../workbooks/subjects.js';

const fixtures = sheetFixtures();
let products: SheetSubject[];
beforeAll(async () => {
  products = (await sheetSubjects()).filter(({ name }) => !fixtures.some((fixture) => fixture.name === name));
});

/** What the summary of a workbook says now. */
function said(book: LiveBook, coverages: number) {
  const [first, toPay, outcome] = ['Coverage', 'To pay', 'With these inputs'].map((label) =>
    book.rowOf('Summary', label),
  );
  const at = (row: number | undefined, column: number) => book.value('Summary', row ?? 0, column);
  return {
    outcome: at(outcome, 2),
    toPay: at(toPay, 4),
    parts: Array.from({ length: coverages }, (_, index) => ({
      code: at(Number(first) + 1 + index, 1),
      part: at(Number(first) + 1 + index, 4),
    })),
  };
}

/** Changes inputs of the subject's workbook, each time from the rated answers; returns what differs from the service. */
async function differences(subject: SheetSubject, count: number, seed: number): Promise<string[]> {
  const { document, rating } = liveDocumentOf(subject);
  const book = await LiveBook.open(await excelWorksheet(document));
  const coverages = document.worksheet.allocation?.rows.length ?? 0;
  const asRated = whyNotSame(rating, said(book, coverages));
  const { changes } = sheetChanges(subject, document, { count, seed });
  expect(changes).toHaveLength(count);
  const wrong = changes.flatMap(({ says, cells, rating: expected }) => {
    const why = book.changed(cells, () => whyNotSame(expected, said(book, coverages)));
    return why === null ? [] : [`${says}: ${why}`];
  });
  return asRated === null ? wrong : [`${subject.name}, as rated: ${asRated}`, ...wrong];
}

// `npm run test:workbooks` does the same in LibreOffice, hundreds of times.
describe('a workbook whose inputs are changed', () => {
  it.each(fixtures)('gives what the service rates: $name', async (subject) => {
    expect(await differences(subject, 12, 5)).toEqual([]);
  });

  it('gives what the service rates for the demo products', async () => {
    for (const subject of products) expect(await differences(subject, 2, 11)).toEqual([]);
  }, 120_000);
});
