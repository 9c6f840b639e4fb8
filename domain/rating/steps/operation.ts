import { z } from 'zod';
import { Decimal, type Ratio } from '../../expression/index.js';
import { zero } from '../../money/total.js';
import type { CellMemory } from '../cells/cell-memory.js';
import { type Cell, constant, type Formula, operation as formula, reference } from '../cells/formula.js';
import { type Cells, runningCells } from '../cells/line-cells.js';
import { computed } from '../lint/compute.js';
import { anyNumber, type Possible, rangeOf } from '../lint/possible.js';
import type { Amount } from '../run/run.js';
import type { LineInputs, WorksheetLine } from '../run/worksheet-line.js';
import { type RoundedLine, roundedTo, type StepRounding } from './step-rounding.js';

/** The application of a looked-up or computed number to the running amount. */
export const application = z.enum(['set', 'multiply', 'add', 'subtract', 'divide']);

/** `min` lowers the running amount to the operand at most, `max` raises it to the operand at least. */
export const operation = z.enum([...application.options, 'min', 'max']);

export type Application = z.infer<typeof application>;
export type Operation = z.infer<typeof operation>;

interface OperationKind {
  /** The sign before the operand on a worksheet. */
  sign: string;
  /** The rule for an operand, in the rate manual. */
  rule(operand: string): string;
  /** The operator of plans and formulas; null if the operand replaces the amount. */
  operator: '+' | '-' | '*' | '/' | 'min' | 'max' | null;
  /** Changes a running amount; a missing one counts as zero. */
  run(amount: Amount, operand: Decimal): Decimal;
}

/** The change of a running amount by an operand: in a rating, in words, as a formula, and for the lint. */
export const operations: { readonly [name in Operation]: OperationKind } = {
  set: {
    sign: '= ',
    rule: (operand) => `Take ${operand}.`,
    operator: null,
    run: (_amount, operand) => operand,
  },
  multiply: {
    sign: '× ',
    rule: (operand) => `Multiply by ${operand}.`,
    operator: '*',
    run: (amount, operand) => (amount === null ? zero : amount.times(operand)),
  },
  add: {
    sign: '+ ',
    rule: (operand) => `Add ${operand}.`,
    operator: '+',
    run: (amount, operand) => (amount === null ? operand : amount.plus(operand)),
  },
  subtract: {
    sign: '− ',
    rule: (operand) => `Subtract ${operand}.`,
    operator: '-',
    run: (amount, operand) => (amount ?? zero).minus(operand),
  },
  divide: {
    sign: '÷ ',
    rule: (operand) => `Divide by ${operand}.`,
    operator: '/',
    run: (amount, operand) => (amount ?? zero).dividedBy(operand),
  },
  min: {
    sign: 'at most ',
    rule: (operand) => `The amount is ${operand} at most.`,
    operator: 'min',
    run: (amount, operand) => ((amount ?? zero).greaterThan(operand) ? operand : (amount ?? zero)),
  },
  max: {
    sign: 'at least ',
    rule: (operand) => `The amount is ${operand} at least.`,
    operator: 'max',
    run: (amount, operand) => ((amount ?? zero).lessThan(operand) ? operand : (amount ?? zero)),
  },
};

/** The change of a running amount by an operand, with the rounding after it. */
export function operationOf(
  name: Operation,
  rounding: StepRounding | undefined,
): (amount: Amount, operand: Decimal) => Decimal {
  const { run } = operations[name];
  return rounding ? (amount, operand) => roundedTo(run(amount, operand), rounding) : run;
}

/**
 * The cells of a line that changes the running amount by an operand.
 * @param ratio the operand, if it is a fraction as the plan writes it.
 */
export function appliedCells(
  line: WorksheetLine & RoundedLine,
  memory: CellMemory,
  name: Operation,
  operand: Cell,
  ratio: Ratio | null = null,
): Cells {
  const { operator } = operations[name];
  const { rounding } = line;
  const by = reference(operand);
  return runningCells(line, memory, operand, (before) => {
    const of =
      operator === null ? by : (timesRatio(operator, before, ratio) ?? formula(operator, before, by));
    return rounding ? { kind: 'round', of, ...rounding } : of;
  });
}

/** A product with a fraction, or a quotient by it: divided last, as its decimals have no end. */
function timesRatio(operator: string, before: Formula, ratio: Ratio | null): Formula | null {
  if (!ratio || (operator !== '*' && operator !== '/')) return null;
  const { over, under } = ratio;
  const [top, bottom] = operator === '*' ? [over, under] : [under, over];
  return formula('/', formula('*', before, constant(String(top))), constant(String(bottom)));
}

/** The possible amounts afterwards, for the lint. */
export function possibleAfter(name: Operation, amount: Possible, operand: Possible): Possible {
  const { operator } = operations[name];
  if (operator === null) return rangeOf(operand) ? { ...operand, optional: false } : anyNumber;
  return { ...computed(operator, [amount, operand]), optional: false, direct: false };
}

/** The change that a line made, for any amount. Without a number it changes nothing. */
export function changeBy(
  name: Operation,
  operand: Decimal | null,
  rounding?: StepRounding,
): (amount: Decimal) => Decimal {
  const run = operationOf(name, rounding);
  return (amount) => (operand === null ? amount : run(amount, operand));
}

const decimal = /^-?\d+(\.\d+)?$/;

/** A number that a line recorded. */
export function recordedNumber(input: LineInputs[string] | undefined): Decimal | null {
  return typeof input === 'string' && decimal.test(input) ? Decimal.of(input) : null;
}
