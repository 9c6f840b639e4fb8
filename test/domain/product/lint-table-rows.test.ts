import { describe, expect, it } from 'vitest';
import { answer, key, lookedUp, range, sales, state, table } from './lint-factory.js';

describe('rows of tables', () => {
  const states = (...names: string[]) =>
    table(
      [key('state')],
      names.map((name) => [name, 1]),
    );

  it('are missing for a choice', () => {
    expect(lookedUp(states('NY', 'CA'), { state: answer('state') })).toEqual([
      'ERROR tables.rates: there is no row for state "TX"',
    ]);
    const other = { ...states('NY', '*'), hitPolicy: 'first' };
    expect(lookedUp(other, { state: answer('state') })).toEqual([]);
  });

  it('are not missing for a choice that cannot be looked up', () => {
    const rates = states('NY', 'CA');
    const notTexas = { '!=': [answer('state'), 'TX'] };
    expect(lookedUp(rates, { state: answer('state') }, { when: notTexas })).toEqual([]);
    const plan = {
      underwriting: [
        { id: 'tx', outcome: 'INELIGIBLE', when: { '==': [answer('state'), 'TX'] }, message: 'No.' },
      ],
    };
    expect(lookedUp(rates, { state: answer('state') }, {}, { plan })).toEqual([]);
    const county = { ...state, qid: 'county', answerChoices: ['A', 'B'], condition: notTexas };
    expect(
      lookedUp(
        table(
          [key('state'), key('county')],
          [
            ['NY', '*', 1],
            ['CA', '*', 2],
          ],
        ),
        {
          state: answer('state'),
          county: answer('county'),
        },
        { when: notTexas },
        { questions: [county] },
      ),
    ).toEqual([]);
  });

  it('are missing between ranges and up to the bounds of the question', () => {
    const rates = table(
      [range('sales')],
      [
        [[0, 100], 1],
        [[200, 500], 2],
      ],
    );
    expect(lookedUp(rates, { sales: answer('sales') })).toEqual([
      'ERROR tables.rates: there is no row for sales from 100 to 200; sales from 500 to 1000',
    ]);
    const closed = table([range('sales')], [[[0, 1000], 1]]);
    expect(lookedUp(closed, { sales: answer('sales') })).toEqual([
      'ERROR tables.rates: there is no row for sales 1000',
    ]);
    expect(lookedUp(table([range('sales')], [[[0, null], 1]]), { sales: answer('sales') })).toEqual([]);
    const unbounded = { ...sales, qid: 'any', min: undefined, max: undefined };
    expect(lookedUp(closed, { sales: answer('any') }, {}, { questions: [unbounded] })).toEqual([
      'WARNING tables.rates: there is no row for sales below 0; sales from 1000 on',
    ]);
  });

  it('are missing above upper ends that are included', () => {
    const rows = (...cells: unknown[]) => cells.map((cell, index) => [cell, index + 1]);
    const included = (...cells: unknown[]) =>
      lookedUp(table([{ ...range('sales'), to: 'included' }], rows(...cells)), { sales: answer('sales') });
    expect(included([0, 1000])).toEqual([]);
    expect(included([0, 100], [101, 1000])).toEqual([
      'ERROR tables.rates: there is no row for sales from 100 to 101',
    ]);
    const whole = { questions: [{ ...sales, qid: 'employees', decimals: 0 }] };
    const rates = table([{ ...range('n'), to: 'included' }], rows([0, 100], [101, 1000]));
    expect(lookedUp(rates, { n: answer('employees') }, {}, whole)).toEqual([]);
    const dates = table(
      [key('on', { match: 'dateRange', to: 'included' })],
      rows([null, '2026-06-30'], ['2026-07-01', '2026-12-30'], ['2027-01-01', null]),
    );
    expect(lookedUp(dates, { on: { value: 'effectiveDate' } })).toEqual([
      'WARNING tables.rates: there is no row for on from 2026-12-30 to 2027-01-01, between rows',
    ]);
    expect(included([0, 100], [100, 1000])).toEqual([
      expect.stringMatching(/^ERROR tables\.rates\.rows\[1\]: matches the same keys as rows\[0\]/),
    ]);
  });

  it('are there for each value of a cell, and otherwise for all the rest', () => {
    const rows = (...cells: unknown[]) =>
      table(
        [key('state')],
        cells.map((cell) => [cell, 1]),
      );
    const found = (...cells: unknown[]) => lookedUp(rows(...cells), { state: answer('state') });
    expect(found(['NY', 'CA'], 'TX')).toEqual([]);
    expect(found(['NY', 'CA'])).toEqual(['ERROR tables.rates: there is no row for state "TX"']);
    expect(found(['NY', 'TZ'], ['CA', 'TX'])).toEqual([
      'WARNING tables.rates.rows[0]: "TZ" in this row is never reached: "state" is never "TZ"',
    ]);
    expect(found('otherwise', ['NY', 'CA'])).toEqual([]);
    expect(found(['NY', 'CA', 'TX'], 'otherwise')).toEqual([]);
    expect(found('*', 'otherwise')).toEqual([
      'WARNING tables.rates.rows[1]: this row is never reached: other rows match everything that it does',
    ]);
  });

  it('are missing for keys together', () => {
    const rates = table(
      [key('state'), range('sales')],
      [
        ['NY', [null, null], 1],
        ['CA', [null, 500], 2],
        ['*', [500, null], 3],
      ],
      { hitPolicy: 'first' },
    );
    expect(lookedUp(rates, { state: answer('state'), sales: answer('sales') })).toEqual([
      'WARNING tables.rates: there is no row for state "TX", sales from 0 to 500',
    ]);
  });

  it('are missing beyond the ends of a curve', () => {
    const rates = table(
      [key('sales', { type: 'number' })],
      [
        [10, 1],
        [500, 2],
      ],
      { interpolate: 'linear' },
    );
    expect(lookedUp(rates, { sales: answer('sales') })).toEqual([
      'ERROR tables.rates: there is no row for sales below 10; sales above 500',
    ]);
    const all = {
      name: 'All',
      op: 'sumOverLoop',
      loop: 'sites',
      as: 'area',
      steps: [{ name: 'Area', op: 'set', by: answer('site.area') }],
    };
    expect(lookedUp(rates, { sales: { value: 'area' } }, {}, { plan: { derive: [all] } })).toEqual([
      'ERROR tables.rates: there is no row for sales below 10',
      'WARNING tables.rates: there is no row for sales above 500',
    ]);
    const limited = { max: [10, { min: [answer('sales'), 500] }] };
    expect(lookedUp(rates, { sales: limited })).toEqual([]);
  });

  it('are never reached after rows that match as much', () => {
    const rates = table(
      [key('state')],
      [
        ['NY', 1],
        ['*', 2],
        ['CA', 3],
      ],
      { hitPolicy: 'first' },
    );
    expect(lookedUp(rates, { state: answer('state') })).toEqual([
      'WARNING tables.rates.rows[2]: this row is never reached: earlier rows match everything that it does',
    ]);
  });

  it('are never reached where nobody looks up what they are for', () => {
    expect(lookedUp(states('NY', 'CA', 'TX', 'ZZ'), { state: answer('state') })).toEqual([
      'WARNING tables.rates.rows[3]: this row is never reached: nothing that is looked up is "ZZ"',
    ]);
    expect(lookedUp(states('NY', 'ZZ'), { state: answer('note') })).toEqual([
      'WARNING tables.rates.keys[0]: "note" can be anything, and what no row has declines the quote; add an "otherwise" row, or accept it',
    ]);
  });

  it('that overlap are refused', () => {
    const rates = table(
      [range('sales')],
      [
        [[0, 600], 1],
        [[500, null], 2],
      ],
    );
    expect(lookedUp(rates, { sales: answer('sales') })).toEqual([
      expect.stringMatching(/^ERROR tables\.rates\.rows\[1\]: matches the same keys as rows\[0\]/),
    ]);
  });
});
