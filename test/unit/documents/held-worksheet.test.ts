import { expect, it } from 'vitest';
import { excelWorksheet } from '../../../documents/worksheets/excel.js';
import { inputEntries } from '../../../documents/worksheets/input-entries.js';
import { heldStretch } from '../../../domain/product/held-stretch.js';
import { LiveBook } from '../../support/live-book.js';
import { sheetFixtures } from '../../support/sheet-fixtures.js';
import { aLiveDocument } from '../../support/worksheet-factory.js';

const overlay = (state: string, from: string) => ({
  ...{ name: `${state} ${from}`, state, from, policiesInForce: false, changes: [] },
});
const definition = {
  overlays: [overlay('CA', '2026-03-01'), overlay('CA', '2027-01-01'), overlay('TX', '2026-06-01')],
  policy: { place: { stateQuestion: 'state' } },
};

it('says what of a product with overlays a workbook does not compute', async () => {
  const dates = { effectiveDate: '2026-07-01', today: '2026-02-01' };
  const held = heldStretch(definition as never, 'CA', dates);
  expect(heldStretch({ policy: undefined }, 'CA', dates)).toBeNull();
  const { plan, answers, tables, questions } = sheetFixtures()[0]!;
  const rate = { answers, ...dates };
  const lines = plan.rate({ ...rate, everyStep: true }).worksheet;
  const document = aLiveDocument(plan.rate(rate), answers, { lines, tables, questions, held });
  const named = ['state', 'effectiveDate', 'today'];
  const inputs = named.map((name) => ({ name, iterationId: null, cell: { value: null, formula: null } }));
  expect(inputEntries(inputs as never, document, document.worksheet).map(({ entry }) => entry)).toEqual([
    { kind: 'list', choices: ['CA'] },
    // 1 March to 31 December 2026, and to the end of February, as a spreadsheet counts days.
    { kind: 'date', from: 46082, to: 46387 },
    { kind: 'date', from: 1, to: 46081 },
  ]);
  const book = await LiveBook.open(await excelWorksheet(document));
  const at = book.rowOf('Summary', 'What stays as it was rated') ?? 0;
  const row = (of: number) => [1, 2].map((column) => book.value('Summary', at + of, column));
  expect([row(1), row(2), row(3)]).toEqual([
    ['state', 'the formulas and tables are what holds in CA: rate again for another state'],
    [
      'effectiveDate',
      'the same holds there from 2026-03-01 and before 2027-01-01: rate again for other days',
    ],
    ['today', 'the same holds there before 2026-03-01: rate again for other days'],
  ]);
});
