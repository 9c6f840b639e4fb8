import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../domain/rating/cells/evaluate.js';
import type { Formula } from '../../../domain/rating/cells/formula.js';
import type { SheetLine } from '../../../domain/rating/cells/sheet-line.js';
import type { WorksheetLine } from '../../../domain/rating/run/worksheet-line.js';
import { buildWorksheet } from '../../../domain/worksheet/build-worksheet.js';
import type { Worksheet } from '../../../domain/worksheet/worksheet.js';
import { aCoverage, answers, compiled, iterationId, set } from '../rating/rating-factory.js';

type Given = Parameters<typeof answers>[0];

function worksheetOf(plan: Parameters<typeof compiled>[0], given: Given = {}, tables = {}): Worksheet {
  const intake = answers(given);
  const { worksheet } = compiled(plan, tables).rate({ answers: intake, effectiveDate: '2026-01-01' });
  return buildWorksheet(worksheet, intake);
}

function stepOf({ lines }: Worksheet, step: string): SheetLine {
  return lines.find(({ source }) => source.step === step)!;
}

/** A formula with the values it refers to. */
function text(formula: Formula | null): string {
  if (!formula) return 'found';
  switch (formula.kind) {
    case 'constant':
      return String(formula.value);
    case 'cell':
      return `[${formula.cell.value}]`;
    case 'operation':
      return `${formula.operation}(${formula.operands.map(text).join(' ')})`;
    case 'round':
      return `round(${text(formula.of)} ${formula.digits} ${formula.mode})`;
    case 'sum':
    case 'max':
    case 'min':
    case 'average':
    case 'count':
    case 'any':
    case 'all':
      return `${formula.kind}(${formula.cells.map(({ value }) => value).join(' ')})`;
    case 'lookup':
    case 'missing':
      return formula.kind;
    case 'rank':
      return 'rank';
  }
}

describe('a worksheet', () => {
  it('leads from step to step', () => {
    const sheet = worksheetOf(
      {
        derive: [
          { name: 'Factor', op: 'derive', as: 'factor', value: { '/': [{ answer: 'employees' }, 4] } },
        ],
        coverages: [
          aCoverage('MAIN', [
            set(100),
            { name: 'Times', op: 'multiply', by: { value: 'factor' } },
            { name: 'Whole', op: 'round', digits: 0 },
          ]),
        ],
      },
      { employees: '5' },
    );

    expect(text(stepOf(sheet, 'Factor').after.formula)).toBe('/([5] 4)');
    const times = stepOf(sheet, 'Times');
    expect([times.before, times.operand, times.after].map((cell) => text(cell!.formula))).toEqual([
      '[100]',
      '[1.25]',
      '*([100] [1.25])',
    ]);
    expect(text(stepOf(sheet, 'Whole').after.formula)).toBe('round([125] 0 HALF_UP)');
    expect(sheet.inputs).toEqual([
      { name: 'employees', iterationId: null, cell: { value: '5', formula: null } },
    ]);
  });

  it('adds up what each iteration came to, and names the iterations', () => {
    const sheet = worksheetOf(
      {
        coverages: [
          aCoverage('MAIN', [
            {
              name: 'All',
              op: 'sumOverLoop',
              loop: 'locations',
              apply: 'set',
              steps: [
                { name: 'Area', op: 'set', by: { answer: 'location.area' } },
                { name: 'Twice', op: 'multiply', by: 2, when: { '>': [{ answer: 'location.area' }, 10] } },
              ],
            },
            {
              name: 'Again',
              op: 'sumOverLoop',
              loop: 'locations',
              apply: 'add',
              steps: [{ name: 'One', op: 'set', by: 1 }],
            },
          ]),
        ],
      },
      { locations: [{ 'location.area': '7' }, { 'location.area': '20' }] },
    );

    expect(text(stepOf(sheet, 'All').operand!.formula)).toBe('sum(7 40)');
    expect(text(stepOf(sheet, 'Again').operand!.formula)).toBe('sum(1 1)');
    expect(text(stepOf(sheet, 'Again').after.formula)).toBe('+([47] [2])');
    expect(sheet.inputs.map((input) => input.iterationId)).toEqual([iterationId(0), iterationId(1)]);
    expect(sheet.iterationName(iterationId(1))).toBe('Locations 2');
  });

  it('has looked-up numbers as found, and what is applied from them as arithmetic', () => {
    const tables = {
      states: { keys: [{ name: 'state' }], columns: [{ name: 'factor' }], rows: [['CA', 1.5]] },
    };
    const lookup = { name: 'State', op: 'lookup', table: 'states', keys: { state: 'CA' }, apply: 'multiply' };
    const plan = { coverages: [aCoverage('MAIN', [set(10), { ...lookup, as: 'kept' }])] };
    const state = stepOf(worksheetOf(plan, {}, tables), 'State');

    expect(state.operand).toEqual({ value: '1.5', formula: null });
    expect(text(state.after.formula)).toBe('*([10] [1.5])');
  });

  it('has what is more than arithmetic as found', () => {
    const letters = { length: [{ cat: ['2000-01-01', { value: 'effectiveDate' }] }] };
    const sheet = worksheetOf({
      derive: [{ name: 'Age', op: 'derive', as: 'age', value: letters }],
      coverages: [aCoverage('MAIN', [{ name: 'Base', op: 'set', by: { value: 'age' } }])],
    });

    expect(stepOf(sheet, 'Age').after).toEqual({ value: '20', formula: null });
    expect(text(stepOf(sheet, 'Base').operand!.formula)).toBe('[20]');
  });

  it('keeps no formula that would come to something else than what was rated', () => {
    const line = (more: object) =>
      ({
        section: 'coverage:MAIN',
        step: 'Step',
        op: 'multiply',
        inputs: { by: '2' },
        before: '10',
        after: '20',
        ...more,
      }) as WorksheetLine;
    const { lines } = buildWorksheet(
      [line({}), line({ after: '41', before: '20' }), line({ before: '999' })],
      {},
    );

    expect(lines.map(({ after }) => text(after.formula))).toEqual(['*([10] [2])', 'found', 'found']);
    expect(lines.map(({ before }) => text(before!.formula))).toEqual(['found', '[20]', 'found']);
  });

  it('follows the premium to its parts', () => {
    const sheet = worksheetOf({
      coverages: [aCoverage('A', [set(10)]), aCoverage('B', [set(10)]), aCoverage('C', [set(10)])],
      policy: [{ name: 'More', op: 'add', by: '0.01' }],
      taxesAndFees: [{ type: 'TAX', steps: [{ name: 'Premium', op: 'set', by: { value: 'premium' } }] }],
    });

    expect(sheet.premium?.value).toBe('30.01');
    expect(
      sheet.allocation?.rows.map(({ part, rank }) => [part.value, rank.value, part.formula !== null]),
    ).toEqual([
      ['10.01', '1', true],
      ['10', '2', true],
      ['10', '3', true],
    ]);
    expect(text(stepOf(sheet, 'Premium').operand!.formula)).toBe('[30.01]');
    expect(sheet.sections.map(({ kind, name }) => [kind, name])).toEqual([
      ['coverage', 'A'],
      ['coverage', 'B'],
      ['coverage', 'C'],
      ['policy', 'policy'],
      ['allocation', 'allocation'],
      ['taxes', 'TAX'],
    ]);
  });

  it('leaves the allocation out where the rating ended before', () => {
    const rule = { id: 'no', outcome: 'INELIGIBLE' as const, when: { '==': [1, 1] }, message: 'No.' };
    const sheet = worksheetOf({ underwriting: [rule] });
    expect([sheet.allocation, sheet.premium, sheet.lines.length]).toEqual([null, null, 1]);
  });
});

describe('conditions in formulas', () => {
  const computedFrom = (value: object, given: Given) => {
    const { after } = stepOf(
      worksheetOf({ derive: [{ name: 'D', op: 'derive', as: 'd', value }] as never }, given),
      'D',
    );
    const computed = after.formula && evaluate(after.formula);
    return [text(after.formula), computed === null ? null : String(computed)];
  };

  it.each([
    [{ if: [{ '==': [{ answer: 'state' }, 'CA'] }, 2, 3] }, { state: 'CA' }, '2'],
    [{ if: [{ in: [{ answer: 'state' }, ['CA', 'NY']] }, 2, 3] }, { state: 'TX' }, '3'],
    [{ if: [{ '==': [{ answer: 'sprinklers' }, true] }, '0.5', 1] }, { sprinklers: 'no' }, '1'],
    [
      { if: [{ '<': [{ answer: 'employees' }, 5] }, 1, { '<': [{ answer: 'employees' }, 9] }, 2, 3] },
      { employees: '7' },
      '2',
    ],
    [{ min: [{ answer: 'sales' }, 500] }, { sales: '800' }, '500'],
    [{ '-': [{ abs: [{ '-': [{ answer: 'sales' }, 500] }] }] }, { sales: '200' }, '-300'],
    [{ round: [{ '/': [{ answer: 'sales' }, 3] }, 2] }, { sales: '200' }, '66.67'],
    [{ power: [{ answer: 'sales' }, -2] }, { sales: '0.5' }, '4'],
  ])('%j over %j is %s', (value, given, expected) => {
    expect(computedFrom(value, given as Given)[1]).toBe(expected);
  });
});
