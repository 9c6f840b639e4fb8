import { describe, expect, it } from 'vitest';
import {
  answer,
  type Content,
  issuesOf,
  key,
  lookedUp,
  lookup,
  range,
  state,
  step,
  table,
} from './lint-factory.js';

describe('keys', () => {
  const number = key('k', { type: 'number' });
  const cases: [string, Content, unknown, string][] = [
    ['a text as a number', number, answer('note'), 'ERROR "note" is a text, but the key "k" is of numbers'],
    [
      'true as a number',
      number,
      answer('open'),
      'ERROR "open" is true or false, but the key "k" is of numbers',
    ],
    [
      'a date as a number',
      number,
      answer('opened'),
      'ERROR "opened" is a date, but the key "k" is of numbers',
    ],
    [
      'choices as a number',
      number,
      answer('state'),
      'ERROR "state" can be "NY", "CA", "TX", but the key "k" is of numbers',
    ],
    [
      'several choices',
      key('k'),
      answer('perils'),
      'ERROR "perils" is a list of choices, but the key "k" is of texts',
    ],
    [
      'a number as a date',
      key('k', { type: 'date' }),
      answer('sales'),
      'ERROR "sales" is a number, but the key "k" is of dates',
    ],
    [
      'a number as true',
      key('k', { type: 'boolean' }),
      answer('sales'),
      'ERROR "sales" is a number, but the key "k" is of true and false',
    ],
    [
      'a text in a range',
      range('k'),
      answer('note'),
      'ERROR "note" is a text, but the key "k" is of numbers',
    ],
    [
      'a number in a range of dates',
      key('k', { match: 'dateRange' }),
      answer('sales'),
      'ERROR "sales" is a number, but the key "k" is of dates',
    ],
    [
      'a number as a text',
      key('k'),
      answer('sales'),
      'WARNING "sales" is a number, but the key "k" is of texts; give the key its type',
    ],
  ];
  const cell = ({ match, type }: Content) =>
    match === 'dateRange' || match === 'range'
      ? [null, null]
      : type === 'boolean'
        ? true
        : type === 'date'
          ? '2026-01-01'
          : type === 'number'
            ? 1
            : 'x';

  it.each(cases)('of another type are found: %s', (_what, column, sought, said) => {
    const [severity, ...message] = said.split(' ');
    expect(
      lookedUp(table([column], [[cell(column), 1], ...(column.match ? [] : [['*', 2]])]), { k: sought }),
    ).toContain(`${severity} ${step}.keys.k: ${message.join(' ')}`);
  });

  it('of numbers take choices that are numbers', () => {
    const limit = { ...state, qid: 'limit', answerChoices: ['100', '500', 'NONE'] };
    const rates = table(
      [number],
      [
        [100, 1],
        [500, 2],
      ],
    );
    const parts = { questions: [limit] };
    const some = { '!=': [answer('limit'), 'NONE'] };
    expect(lookedUp(rates, { k: answer('limit') }, { when: some }, parts)).toEqual([]);
    expect(lookedUp(rates, { k: answer('limit') }, {}, parts)).toEqual([
      `ERROR ${step}.keys.k: "limit" can be "NONE", but the key "k" is of numbers`,
    ]);
  });

  it('that are derived texts are no numbers', () => {
    const classes = {
      keys: [key('state')],
      columns: [{ name: 'class', type: 'text' }],
      rows: [['*', 'Low']],
    };
    const derive = [
      { name: 'Class', op: 'lookup', table: 'classes', keys: { state: answer('state') }, as: 'class' },
    ];
    const issues = issuesOf({
      plan: { derive },
      tables: { classes, rates: table([number], [['*', 1]]) },
    });
    expect(issues).toEqual(['WARNING tables.rates: no step uses this table']);
    const steps = [{ name: 'Base', op: 'set', by: 1 }, lookup({ k: { value: 'class' } })];
    const coverages = [{ code: 'BASE', title: 'Base', type: 'L', steps }];
    expect(
      issuesOf({ plan: { derive, coverages }, tables: { classes, rates: table([number], [['*', 1]]) } }),
    ).toEqual([`ERROR ${step}.keys.k: "class" can be "Low", but the key "k" is of numbers`]);
  });
});
