import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../domain/rating/cells/evaluate.js';
import { Findings } from '../../../domain/rating/lint/findings.js';
import { lintPlans } from '../../../domain/rating/plan/lint-plan.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import { describeLine, inputsText } from '../../../domain/worksheet/describe-line.js';
import { aCoverage, answers, aPlan, aTable, commonTypes, compiled, quoted, rate } from './rating-factory.js';
import { Exact } from './reference/exact.js';
import { lookUp } from './reference/look-up.js';
import { dec, issuesOf, type TableInput, table } from './table-factory.js';

/** The first 100,000 at 5.75 per 1,000, the next 400,000 at 5, what is above at 4.5. */
const title: TableInput = {
  keys: [{ name: 'sales', match: 'upTo', type: 'number' }],
  columns: [{ name: 'rate' }],
  graduated: { per: 1000 },
  rows: [
    [100000, 5.75],
    [500000, 5],
    ['*', 4.5],
  ],
};
const lookup = {
  name: 'Tested',
  op: 'lookup',
  table: 'title',
  keys: { sales: { answer: 'sales' } },
  apply: 'set',
};
const plan = { coverages: [aCoverage('MAIN', [lookup], { when: { answered: 'sales' } })] };

describe('a graduated table', () => {
  it("charges each band's part at the rate of the band", () => {
    const find = table(title);
    expect([0, 40000, 100000, 250000, 500000, 600000].map((sales) => find([dec(sales)]))).toEqual([
      ['0', 0],
      ['230', 0],
      ['575', 0],
      ['1325', 1],
      ['2575', 1],
      ['3025', 2],
    ]);
    expect(find([dec(-1)])).toBe('NO_TABLE_ROW');
  });

  it('has bands of their own for other keys, and several columns', () => {
    const find = table({
      keys: [{ name: 'k' }, { name: 'n', match: 'upTo', type: 'number' }],
      columns: [{ name: 'a' }, { name: 'b' }],
      graduated: { per: 1 },
      rows: [
        ['X', 10, 1, 2],
        ['X', '*', 3, 4],
        ['otherwise', 5, 1, 0],
      ],
    });
    expect([find(['X', dec(12)]), find(['X', dec(12)], 1), find(['Y', dec(5)]), find(['Y', dec(6)])]).toEqual(
      [['16', 1], ['28', 1], ['5', 2], 'NO_TABLE_ROW'],
    );
  });

  it('shows the band, its base and its rate on the worksheet, and computes with them', () => {
    const rated = quoted(rate(compiled(plan, { title }), { sales: '250000' }));
    expect(rated.premium).toBe('1325.00');
    const [line] = buildWorksheet(rated.worksheet, answers({ sales: '250000' })).lines;
    expect(line?.source.inputs).toEqual({
      sales: '250000',
      'band over': '100000',
      'band base': '575',
      'band rate': '5',
      rate: '1325',
    });
    expect([describeLine(line!.source), inputsText(line!.source)]).toEqual([
      '= rate of title, by bands',
      'sales 250000, band over 100000, band base 575, band rate 5',
    ]);
    expect(String(evaluate(line!.operand!.formula!))).toBe('1325');
  });

  it('is refused where a band has no end, or the key or a column is none of numbers', () => {
    expect(
      issuesOf({
        ...title,
        rows: [
          ['otherwise', 1],
          [-5, 2],
        ],
      }),
    ).toEqual([
      'tables.t.rows[0][0]: is graduated, so each row needs its upper end',
      'tables.t.rows[1][0]: must be more than zero, where the bands begin',
    ]);
    expect(issuesOf({ ...title, hitPolicy: 'first' })).toEqual([
      'tables.t: is graduated, so rows cannot overlap: leave out `hitPolicy`, and write "otherwise" for the rest',
    ]);
    const keys = [{ name: 'sales', type: 'number' as const }];
    const columns = [{ name: 'rate', type: 'text' as const }];
    expect(
      issuesOf({ ...title, keys, columns, interpolate: 'linear', graduated: { per: 0 }, rows: [[1, 'a']] }),
    ).toEqual([
      'tables.t: interpolates, so column "rate" must be a number',
      'tables.t: is graduated, so its last key must match `upTo` numbers',
      'tables.t: is graduated, so it cannot interpolate: leave one of them out',
      'tables.t: is graduated, so column "rate" must be a number',
      'tables.t.graduated.per: must be more than zero',
    ]);
  });

  it('tells lint what can have no row', () => {
    const found = (sales: object, rows: TableInput['rows']) => {
      const findings = new Findings();
      const steps = [{ ...lookup, keys: { sales } }];
      const one = aPlan({ coverages: [aCoverage('MAIN', steps, { when: { answered: 'sales' } })] });
      lintPlans(
        [{ plan: one, path: [], types: commonTypes }],
        { title: aTable({ ...title, rows }) },
        findings,
      );
      return findings.issues.map(({ severity, message }) => `${severity} ${message}`);
    };
    expect(found({ answer: 'sales' }, title.rows)).toEqual([]);
    expect(found({ answer: 'sales' }, title.rows.slice(0, 2))).toEqual([
      'ERROR there is no row for sales from 500000 to 1000000',
    ]);
    expect(found({ '-': [{ answer: 'sales' }, 5] }, title.rows)).toEqual([
      'ERROR there is no row for sales below 0',
    ]);
  });

  it('comes to what the bands come to one by one', () => {
    const cents = fc.integer({ min: 0, max: 9_999 }).map((units) => units / 100);
    const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 5000 }), cents), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(rows, fc.boolean(), fc.constantFrom(1, 100, 1000), cents, (widths, open, per, amount) => {
        let end = 0;
        const bands = widths.map(([width, cell], index): [string | number, number] => {
          end += width / 100;
          return [open && index === widths.length - 1 ? '*' : Math.round(end * 100) / 100, cell];
        });
        const input: TableInput = { ...title, graduated: { per }, rows: bands };
        const engine = table(input)([dec(amount)]);
        const read = () => lookUp(aTable(input), { sales: Exact.of(amount) }, undefined) as Exact;
        if (engine === 'NO_TABLE_ROW') expect(read).toThrow('NO_TABLE_ROW');
        else expect(Exact.ofText((engine as [string, number])[0]).order(read())).toBe(0);
      }),
      { numRuns: 500, seed: 38 },
    );
  });
});
