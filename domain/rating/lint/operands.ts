import { isDate, isRoundingMode, roundingModes, toDecimal } from '../../expression/index.js';
import type { Logic } from '../../expression/normalize.js';
import type { LintIssue } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import type { Findings } from './findings.js';
import type { Knowledge } from './knowledge.js';
import { constantOf, named } from './operand.js';
import { type Possible, typeText, written } from './possible.js';
import { evaluate } from './reason.js';

interface Place {
  operator: string;
  path: LintIssue['path'];
  knowledge: Knowledge;
  findings: Findings;
}

const ofNumbers: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%', 'min', 'max', 'abs', 'power']);
const ofDates: ReadonlySet<string> = new Set([
  'yearsBetween',
  'monthsBetween',
  'daysBetween',
  'proRata',
  'year',
  'month',
  'day',
]);
const ordering: ReadonlySet<string> = new Set(['<', '<=', '>', '>=']);

/** Operands that the operator cannot work with: the rating would stop there, or quietly compare something else. */
export function lintOperands(operands: readonly Logic[], place: Place): void {
  const { operator } = place;
  const [first = null, second = null, third] = operands;
  if (ofNumbers.has(operator)) for (const operand of operands) lintNumber(operand, place);
  else if (ordering.has(operator)) lintOrdering(operands, place);
  else if (operator === 'in') lintIn(first, second, place);
  else if (operator === 'round') {
    lintNumber(first, place);
    lintWhole(second, place, -6, 10);
    if (third !== undefined) lintMode(third, place);
  } else if (operator === 'substr') for (const operand of operands.slice(1)) lintWhole(operand, place);
  else if (ofDates.has(operator)) for (const operand of operands) lintDate(operand, place);
}

/** Whether no value of it is a number. */
export function isNoNumber({ type, list }: Possible): boolean {
  if (type === 'boolean' || type === 'date' || type === 'list') return true;
  return list !== null && list.length > 0 && list.every((value) => toDecimal(value) === null);
}

function lintNumber(operand: Logic, place: Place): void {
  const possible = evaluate(operand, place.knowledge);
  if (isNoNumber(possible)) refuse(operand, possible, 'numbers', place);
}

function lintDate(operand: Logic, place: Place): void {
  const possible = evaluate(operand, place.knowledge);
  const { type, list } = possible;
  const odd = type === 'number' || type === 'boolean' || type === 'list';
  if (odd || list?.every((value) => typeof value !== 'string' || !isDate(value))) {
    refuse(operand, possible, 'dates (YYYY-MM-DD)', place);
  }
}

function lintOrdering(operands: readonly Logic[], place: Place): void {
  const types = operands.map((operand) => evaluate(operand, place.knowledge).type);
  if (types.includes('date')) for (const operand of operands) lintDate(operand, place);
  operands.forEach((operand, index) => {
    if (types[index] !== 'boolean' && types[index] !== 'list') return;
    refuse(operand, evaluate(operand, place.knowledge), 'numbers or dates', place);
  });
}

function lintWhole(operand: Logic, { operator, path, findings }: Place, from = -9999, to = 9999): void {
  const value = constantOf(operand);
  if (value === null) return;
  const number = toDecimal(value)?.toNumber();
  if (number !== undefined && Number.isInteger(number) && number >= from && number <= to) return;
  findings.error(
    path,
    `"${operator}" takes a whole number from ${from} to ${to} here, not ${written(value)}`,
  );
}

function lintMode(operand: Logic, { path, findings }: Place): void {
  const mode = constantOf(operand);
  if (typeof mode === 'string' && isRoundingMode(mode)) return;
  const not = mode === null ? '' : `, not ${written(mode)}${suggestion(String(mode), roundingModes)}`;
  findings.error(path, `"round" takes one of the modes ${roundingModes.join(', ')}${not}`);
}

/** `in` looks for its first operand in its second: in a list, a `MULTI_SELECT` answer, or a longer text. */
function lintIn(sought: Logic, within: Logic, { path, knowledge, findings }: Place): void {
  const [item, list] = [evaluate(sought, knowledge), evaluate(within, knowledge)];
  if (Array.isArray(sought) || item.type === 'list') {
    findings.error(path, '"in" takes the single value first and the list second');
  } else if (!Array.isArray(within) && constantOf(within) !== null && item.type !== 'any') {
    const name = written(constantOf(within) ?? '');
    findings.error(
      path,
      `"in" looks for ${named(sought)} within the text ${name}; write a list of values: [${name}]`,
    );
  } else if (
    !Array.isArray(within) &&
    list.type !== 'list' &&
    list.type !== 'any' &&
    (list.list || list.type !== 'text')
  ) {
    findings.error(
      path,
      `"in" needs a list, but ${named(within)} is ${typeText[list.type]}; compare with "=="`,
    );
  }
}

function refuse(
  operand: Logic,
  { type }: Possible,
  wanted: string,
  { operator, path, findings }: Place,
): void {
  const is =
    constantOf(operand) === null ? `, but ${named(operand)} is ${typeText[type]}` : `, not ${named(operand)}`;
  findings.error(path, `"${operator}" needs ${wanted}${is}`);
}
