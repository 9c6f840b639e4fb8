import { describe, expect, it } from 'vitest';
import { expressionText } from '../../../domain/rating/cells/expression-text.js';
import type { WorksheetLine } from '../../../domain/rating/run/worksheet-line.js';
import { describeLine, inputsText } from '../../../domain/worksheet/describe-line.js';

const line = (more: object) =>
  ({
    section: 'coverage:MAIN',
    step: 'Step',
    op: 'set',
    inputs: {},
    after: '1',
    ...more,
  }) as WorksheetLine;

describe('an expression in words', () => {
  it.each([
    [{ '*': [{ '-': [{ answer: 'revenue' }, { value: 'from' }] }, 0.5] }, '(revenue − from) × 0.5'],
    [{ '-': [{ value: 'a' }, { '-': [{ value: 'b' }, 1] }] }, 'a − (b − 1)'],
    [
      { and: [{ '>=': [{ answer: 'claims' }, 5] }, { '!': [{ answer: 'closed' }] }] },
      'claims ≥ 5 and not closed',
    ],
    [
      { if: [{ '==': [{ answer: 'state' }, 'CA'] }, 1, { min: [2, { value: 'x' }] }] },
      'if(state = CA, 1, min(2, x))',
    ],
    [{ in: [{ answer: 'state' }, ['CA', 'NY']] }, 'state in [CA, NY]'],
    [
      { '*': [2, { power: [{ '+': [1, { value: 'rate' }] }, { month: '2026-02-01' }] }] },
      '2 × (1 + rate) ^ month(2026-02-01)',
    ],
    [{ iterations: 'locations' }, 'number of locations'],
    ['0.25', '0.25'],
    [true, 'yes'],
  ])('%j', (expression, text) => {
    expect(expressionText(expression)).toBe(text);
  });
});

describe('a line in words', () => {
  it.each([
    [{ op: 'multiply', inputs: { by: '1.3' } }, '× 1.3'],
    [{ op: 'set', inputs: { x: '2', by: '2' }, expression: { value: 'x' } }, '= x'],
    [{ op: 'max', inputs: { by: '350' } }, 'at least 350'],
    [{ op: 'round', inputs: { digits: '2', mode: 'HALF_EVEN' } }, 'rounded to cents, half even'],
    [
      {
        op: 'lookup',
        inputs: { state: 'TX', f: '1' },
        table: 'states',
        column: 'f',
        apply: 'multiply' as const,
        as: 'g',
      },
      '× f of states, kept as g',
    ],
    [
      { op: 'sumOverLoop', inputs: { iterations: '2', sum: '9' }, loop: 'cars', apply: 'add' as const },
      '+ sum over cars (2)',
    ],
    [{ op: 'REFER', inputs: { n: '1' }, expression: { '>': [{ value: 'n' }, 3] } }, 'n > 3'],
  ])('%j', (given, text) => {
    expect(describeLine(line(given))).toBe(text);
  });

  it('says what it read', () => {
    const inputs = { state: 'TX', share: '0.3333333333333', open: false, gone: null, factor: '1.5' };
    expect(inputsText(line({ op: 'lookup', inputs, column: 'factor' }))).toBe(
      'state TX, share 0.3333333333…, open no, gone –',
    );
    expect(inputsText(line({ op: 'round', inputs: { digits: '0', mode: 'UP' } }))).toBe('');
  });
});
