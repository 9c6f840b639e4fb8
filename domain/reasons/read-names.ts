import { Decimal } from '../expression/index.js';
import { operatorOf } from '../rating/cells/translate.js';
import { valueWith } from '../rating/comparison/causes.js';
import type { LineInputs, WorksheetLine } from '../rating/run/worksheet-line.js';
import { recordedNumber } from '../rating/steps/operation.js';

/** What a lookup seeks in a key of its table, as the plan writes it; undefined if that is not known. */
export type KeyExpression = (line: Pick<WorksheetLine, 'section' | 'step'>, key: string) => unknown;

/** A name that a step reads, with its value. */
export interface ReadName {
  name: string;
  value: LineInputs[string];
  /** It is a factor of a product that multiplies. */
  isFactor: boolean;
}

const one = Decimal.of(1);

export const isAtMostOne = (value: Decimal | null): boolean => value !== null && !one.lessThan(value);

/**
 * The names that an expression reads and that can raise it: of a product the factors above 1, of a sum what is not zero, of a
 * choice what its branches read, else its conditions.
 * @param isFactor the result multiplies.
 */
export function readParts(expression: unknown, inputs: LineInputs, isFactor: boolean): ReadName[] {
  const part = operatorOf(expression);
  if (part === null) return [];
  const { operator, operands } = part;
  const named = (names: Iterable<string>, ofFactor: boolean): ReadName[] =>
    [...names].flatMap((name) => {
      const value = Object.hasOwn(inputs, name) ? inputs[name] : null;
      return value === null || value === undefined ? [] : [{ name, value, isFactor: ofFactor }];
    });
  if (operator === 'answer' || operator === 'value') return named(namesIn(expression), isFactor);
  if (operator === '??') {
    const known = operands.map((operand) => readParts(operand, inputs, isFactor));
    return known.find((names) => names.length > 0) ?? [];
  }
  if (operator === '+' || (operator === '*' && isFactor)) {
    return operands.flatMap((operand) => {
      const value = valueWith(operand, inputs);
      const raises = operator === '+' ? !value?.isZero() : !isAtMostOne(value);
      return raises ? readParts(operand, inputs, operator === '*') : [];
    });
  }
  if (operator === 'max' || operator === 'min') {
    // What the other operands are does not matter, if they are less.
    const read = operands.flatMap((operand) => readParts(operand, inputs, isFactor));
    const isLess = (one: ReadName) => operator === 'max' && read.some((other) => lessThan(one, other));
    return read.length > operands.length ? read : read.filter((one) => !isLess(one));
  }
  if (operator === 'if') {
    const branches = operands.filter((_, place) => place % 2 === 1 || place === operands.length - 1);
    const read = branches.flatMap((branch) => readParts(branch, inputs, isFactor));
    if (read.length > 0) return read;
  }
  return named(namesIn(expression), false);
}

function lessThan(one: ReadName, other: ReadName): boolean {
  const [a, b] = [recordedNumber(one.value), recordedNumber(other.value)];
  return a !== null && b !== null && a.lessThan(b);
}

/** What a lookup reads in a key: an answer, or a value that a step keeps. Of other expressions the inputs are not recorded. */
export function readByPart(expression: unknown, value: LineInputs[string]): ReadName[] {
  const part = operatorOf(expression);
  if (part?.operator !== 'answer' && part?.operator !== 'value') return [];
  return [...namesIn(expression)].map((name) => ({ name, value, isFactor: false }));
}

/** The answers and values that an expression names. */
export function namesIn(expression: unknown): Set<string> {
  const part = operatorOf(expression);
  if (part === null) return new Set();
  const [first] = part.operands;
  if ((part.operator === 'answer' || part.operator === 'value') && typeof first === 'string') {
    return new Set([first]);
  }
  return new Set(part.operands.flatMap((operand) => [...namesIn(operand)]));
}
