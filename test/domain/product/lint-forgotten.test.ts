import { describe, expect, it } from 'vitest';
import { type LintIssue, lintError, lintWarning } from '../../../domain/ground/lint-issue.js';
import { acceptedWarning, withoutAccepted } from '../../../domain/product/accepted-warning.js';
import { lintDefinition } from '../../../domain/product/lint/lint.js';
import { rolledUp } from '../../../domain/product/lint/rolled-up.js';
import { aProduct, type ProductContent } from '../../support/product-factory.js';
import { answer, issuesOf, key, lookedUp, multiply, note, range, step, table } from './lint-factory.js';

const sales = answer('sales');
const hundredths = (...factors: number[]) =>
  table(
    [range('sales')],
    factors.map((factor, at) => [[at * 100, at + 1 < factors.length ? (at + 1) * 100 : null], factor]),
  );
const curve = (...points: [number, number][]) =>
  table([key('sales', { type: 'number' })], points, { interpolate: 'linear' });
const warning = (said: string[]) => said.map((text) => text.replace(/^WARNING /, ''));

describe('lint finds what is forgotten', () => {
  const said = (change: (content: ProductContent) => void) =>
    lintDefinition(aProduct(change)).map(({ message }) => message);

  it('a value and a column that nothing reads', () => {
    const found = said((content) => {
      content.tables = {
        rates: table([key('n')], [['*', 1, 2]], { columns: [{ name: 'a' }, { name: 'b' }] }),
      };
      const plan = content.ratingPlans.standard as Record<string, unknown>;
      plan.derive = [{ name: 'A', op: 'lookup', table: 'rates', column: 'a', keys: { n: 'x' }, as: 'share' }];
    });
    expect(found).toEqual([
      'no step reads the derived value "share": was it forgotten? It is only shown with the quote',
      'no lookup reads the column "b": was it forgotten?',
    ]);
  });

  it('a question that wants an answer which nothing reads', () => {
    const ask = (more: object) =>
      said((content) => {
        const asked = content.product.display.sections[0]!.subsections[0]!.questions;
        asked.push({ qid: 'floors', question: 'Floors?', answerType: 'NUMBER', ...more });
      });
    expect(ask({ required: true })).toEqual([
      'nothing in the product reads the answer of "floors": was it forgotten?',
    ]);
    expect(ask({ required: false })).toEqual([]);
    expect(ask({ required: true, answerType: 'TEXT' })).toEqual([]);
  });

  it('an expression that never varies: a cap written backwards, or the same in every case', () => {
    const share = { '/': [sales, 10000] };
    expect(warning(issuesOf({ steps: [multiply({ max: [share, 0.25] })] }))).toEqual([
      `${step}.by: "max" always gives 0.25 here, whatever it reads; is "max" the right way round?`,
    ]);
    expect(issuesOf({ steps: [multiply({ min: [share, 0.25] })] })).toEqual([]);
    const same = { if: [{ '==': [answer('state'), 'NY'] }, 1.1, 1.1] };
    expect(issuesOf({ steps: [multiply(same)] }).join()).toContain('"if" always gives 1.1');
    const cap = { name: 'Cap', op: 'max', by: 5000 };
    const set = { name: 'Sales', op: 'set', by: sales };
    expect(issuesOf({ steps: [set, cap] }).join()).toContain('the amount is always 5000 after this');
  });

  it('a rule and a condition that always hold', () => {
    const when = { '>=': [sales, 0] };
    const rule = { id: 'ALL', outcome: 'REFER', when, message: 'Look at it.' };
    expect(warning(issuesOf({ plan: { underwriting: [rule] } }))).toEqual([
      'ratingPlans.standard.underwriting[0].when: this always holds; correct the condition, or leave it out',
    ]);
    expect(issuesOf({ plan: { underwriting: [{ ...rule, when: { '>': [sales, 0] } }] } })).toEqual([]);
  });

  it('a factor that can go below zero', () => {
    const credit = { '-': [1, { '*': [0.0015, sales] }] };
    expect(issuesOf({ steps: [multiply(credit)] }).join()).toContain('this can be as low as -0.5');
    expect(issuesOf({ steps: [multiply({ max: [0, credit] })] })).toEqual([]);
  });

  it('rounding to hundreds', () => {
    const round = (digits: number) => issuesOf({ steps: [{ name: 'Round', op: 'round', digits }] });
    expect(round(-2).join()).toContain('this rounds to 100; two digits after the point are "digits: 2"');
    expect([...round(2), ...round(0)]).toEqual([]);
  });

  it('a text that no row has', () => {
    const zips = table(
      [key('zip')],
      [
        ['10001', 1],
        ['10002', 1.1],
      ],
    );
    expect(lookedUp(zips, { zip: answer('note') }).join()).toContain(
      '"note" can be anything, and what no row has declines',
    );
    const covered = table(
      [key('zip')],
      [
        ['10001', 1],
        ['otherwise', 1.1],
      ],
    );
    expect(lookedUp(covered, { zip: answer(note.qid) })).toEqual([]);
  });
});

describe('rows of tables look wrong beside their neighbors', () => {
  const at = (row: number, column: number) => `tables.rates.rows[${row}][${column}]`;
  const found = (rates: object) => warning(lookedUp(rates as never, { sales }));

  it('a hundred times as large, or as small', () => {
    expect(found(hundredths(1, 1.05, 110, 1.15))).toEqual([
      `${at(2, 1)}: "factor" is 96 times as large as its neighbors: is the decimal point right?`,
    ]);
    expect(found(hundredths(95, 0.97, 1, 1.1))).toEqual([
      expect.stringContaining(`${at(0, 1)}: "factor" is 98 times`),
    ]);
    expect(found(hundredths(100, 0.98, 110, 115)).join()).toContain(`${at(1, 1)}: "factor" is a small part`);
    expect(found(hundredths(1, 2, 20, 40, 100))).toEqual([]);
  });

  it('out of order', () => {
    const points: [number, number][] = [
      [0, 1],
      [300, 0.9],
      [200, 0.95],
      [1000, 0.8],
    ];
    expect(found(curve(...points))).toEqual([
      `${at(2, 0)}: "sales" of this row is out of order: is it the right one?`,
    ]);
    const ranges = hundredths(1, 1.1, 1.2);
    expect(found({ ...ranges, rows: [...ranges.rows].reverse() })).toEqual([]);
    const [first, second, third] = ranges.rows;
    expect(found({ ...ranges, rows: [second, first, third] }).join()).toContain('out of order');
  });

  it('off the course of a curve', () => {
    const values = [1, 0.95, 0.09, 0.85, 0.8, 0.75];
    const points = values.map((value, place): [number, number] => [place * 200, value]);
    expect(found(curve(...points))).toEqual([
      `${at(2, 1)}: "factor" goes against the course of its curve: is it the right number?`,
    ]);
  });
});

describe('a warning', () => {
  const issues = [
    lintWarning(['tables', 'rates', 'rows', 3], 'this row is odd'),
    lintError(['tables'], 'is wrong'),
  ];
  const accept = (at: string, finding: string) => acceptedWarning.parse({ at, finding, reason: 'As filed.' });

  it('is accepted at its place or around it, and no error is', () => {
    expect(withoutAccepted(issues, [accept('tables.rates', 'is odd')])).toEqual([issues[1]]);
    expect(withoutAccepted(issues, [accept('tables.rates.rows[3]', 'row is odd')])).toEqual([issues[1]]);
    expect(withoutAccepted(issues, [accept('tables', 'is wrong')])).toEqual(issues);
  });

  it('that is accepted must be there, unless an error hides it', () => {
    const [odd, wrong] = issues as [LintIssue, LintIssue];
    const accepted = [accept('tables', 'is even')];
    expect(withoutAccepted([odd], accepted)).toEqual([
      odd,
      lintWarning(['accepted', 0], 'accepts nothing: no warning at tables says "is even"'),
    ]);
    expect(withoutAccepted([wrong], accepted)).toEqual([wrong]);
  });

  it('is one with others of its cause', () => {
    const many = Array.from({ length: 154 }, (_, row) =>
      lintError(['tables', 'rates', 'rows', row], `matches the same keys as rows[${row + 1}]`),
    );
    expect(rolledUp([...issues, ...many])).toEqual([
      ...issues,
      lintError(
        ['tables', 'rates', 'rows', 0],
        'matches the same keys as rows[1]; and 153 more like it: tables.rates.rows[1], tables.rates.rows[2], tables.rates.rows[3], …',
      ),
    ]);
    expect(rolledUp(many.slice(0, 5))).toHaveLength(5);
  });
});
