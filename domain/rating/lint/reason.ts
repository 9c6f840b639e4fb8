import { Dec } from '../../expression/index.js';
import type { Logic } from '../../expression/normalize.js';
import { truth } from '../../expression/operators.js';
import { computed } from './compute.js';
import { Knowledge } from './knowledge.js';
import { type Comparison, isComparison, mirrored, narrowed, narrowedByList, opposite } from './narrow.js';
import { constantOf, named } from './operand.js';
import { anything, constant, described, either, eitherBoolean, type Possible, written } from './possible.js';

/** A condition that cannot hold, and why. */
export class Never {
  readonly why: string;
  /** It follows from the questions alone, and not from what tables and steps are estimated to give. */
  readonly direct: boolean;

  constructor(why: string, direct: boolean) {
    this.why = why;
    this.direct = direct;
  }
}

/** Called for everything that is divided by, with what is known where it is. */
export type OnDivision = (divisor: Logic, possible: Possible) => void;

const ignore: OnDivision = () => {};

/** What an expression can come to. */
export function evaluate(logic: Logic, knowledge: Knowledge, onDivision: OnDivision = ignore): Possible {
  if (logic === null) return anything;
  if (typeof logic !== 'object') return constant(logic);
  if (Array.isArray(logic)) return anything;
  const [entry] = Object.entries(logic);
  if (!entry) return anything;
  const [operator, operands] = entry;
  const [name = ''] = operands;
  switch (operator) {
    case 'decimal':
      return constant(new Dec(String(name)));
    case 'answer':
    case 'value':
      return knowledge.read(operator, String(name));
    case 'iterations':
      return knowledge.iterations(String(name));
    case 'if':
      return choice(operands, knowledge, onDivision);
    case 'and':
    case 'or':
      for (const [index, operand] of operands.entries()) {
        const before = operands.slice(0, index);
        evaluate(
          operand,
          before.reduce((known, each) => after(each, known, operator === 'and'), knowledge),
          onDivision,
        );
      }
      return { ...eitherBoolean, optional: true };
    default: {
      const parts = operands.map((operand) => evaluate(operand, knowledge, onDivision));
      if (operator === '/' || operator === '%') {
        parts.forEach((part, index) => {
          const divisor = operands[index];
          if (divisor !== undefined && (index > 0 || parts.length === 1)) onDivision(divisor, part);
        });
      }
      return computed(operator, parts);
    }
  }
}

/** What is known where a condition holds, or where it does not; or that this is never so. */
export function refine(logic: Logic, knowledge: Knowledge, holds: boolean): Knowledge | Never {
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) {
    return byTruth(logic, evaluate(logic, knowledge), knowledge, holds);
  }
  const [entry] = Object.entries(logic);
  if (!entry) return knowledge;
  const [operator, operands] = entry;
  const [first = null, second = null] = operands;
  if (operator === '!') return refine(first, knowledge, !holds);
  if (operator === '!!') return refine(first, knowledge, holds);
  if (operator === 'and' || operator === 'or') {
    return (operator === 'and') === holds
      ? all(operands, knowledge, holds)
      : some(operands, knowledge, holds);
  }
  if (isComparison(operator)) {
    if (operands.length === 2)
      return compare(first, holds ? operator : opposite(operator), second, knowledge, holds);
    return holds ? chain(operator, operands, knowledge) : knowledge;
  }
  if (operator === 'in') return membership(first, second, knowledge, holds);
  if (operator === 'answered' || operator === 'known' || operator === 'unknown') return knowledge;
  return byTruth(logic, evaluate(logic, knowledge), knowledge, holds);
}

/** What is known after a condition held, or did not; unchanged where that is never so. */
export function after(logic: Logic, knowledge: Knowledge, holds: boolean): Knowledge {
  const refined = refine(logic, knowledge, holds);
  return refined instanceof Never ? knowledge : refined;
}

function choice(operands: readonly Logic[], knowledge: Knowledge, onDivision: OnDivision): Possible {
  const results: Possible[] = [];
  let known = knowledge;
  for (let index = 0; index + 1 < operands.length; index += 2) {
    const [condition = null, result = null] = [operands[index], operands[index + 1]];
    evaluate(condition, known, onDivision);
    const holding = refine(condition, known, true);
    if (!(holding instanceof Never)) results.push(evaluate(result, holding, onDivision));
    const failing = refine(condition, known, false);
    if (failing instanceof Never) return joined(results);
    known = failing;
  }
  results.push(evaluate(operands.at(-1) ?? null, known, onDivision));
  return joined(results);
}

function joined(results: readonly Possible[]): Possible {
  const [first = anything, ...others] = results;
  return { ...others.reduce(either, first), direct: results.length === 1 && first.direct };
}

function all(operands: readonly Logic[], knowledge: Knowledge, holds: boolean): Knowledge | Never {
  let known = knowledge;
  for (const operand of operands) {
    const refined = refine(operand, known, holds);
    if (refined instanceof Never) return refined;
    known = refined;
  }
  return known;
}

function some(operands: readonly Logic[], knowledge: Knowledge, holds: boolean): Knowledge | Never {
  const refined = operands.map((operand) => refine(operand, knowledge, holds));
  const alive = refined.filter((each) => each instanceof Knowledge);
  if (alive.length > 0) return Knowledge.anyOf(knowledge, alive);
  const never = refined.filter((each) => each instanceof Never);
  return new Never(
    never.map(({ why }) => why).join('; '),
    never.every(({ direct }) => direct),
  );
}

function chain(comparison: Comparison, operands: readonly Logic[], knowledge: Knowledge): Knowledge | Never {
  let known: Knowledge | Never = knowledge;
  for (let index = 1; index < operands.length && !(known instanceof Never); index++) {
    known = compare(operands[index - 1] ?? null, comparison, operands[index] ?? null, known, true);
  }
  return known;
}

function compare(
  left: Logic,
  comparison: Comparison,
  right: Logic,
  knowledge: Knowledge,
  holds: boolean,
): Knowledge | Never {
  const [a, b] = [evaluate(left, knowledge), evaluate(right, knowledge)];
  const [first, second] = [narrowed(a, comparison, b), narrowed(b, mirrored(comparison), a)];
  if (first && second) return learned(left, first, learned(right, second, knowledge));
  // What is not known does not hold, so a condition that always holds may still not hold.
  if (!holds && (a.optional || b.optional)) return knowledge;
  const subject =
    constantOf(left) !== null
      ? ([right, mirrored(comparison), left, b] as const)
      : ([left, comparison, right, a] as const);
  return never(...subject, a.direct && b.direct);
}

function never(
  subject: Logic,
  comparison: Comparison,
  other: Logic,
  possible: Possible,
  direct: boolean,
): Never {
  const is =
    comparison === '==' ? 'is never' : comparison === '!=' ? 'is never other than' : `is never ${comparison}`;
  const reason = described(possible);
  return new Never(`${named(subject)} ${is} ${named(other)}${reason && `: ${reason}`}`, direct);
}

function membership(item: Logic, list: Logic, knowledge: Knowledge, holds: boolean): Knowledge | Never {
  const possible = evaluate(item, knowledge);
  if (Array.isArray(list)) {
    const members = list.flatMap((member) => constantOf(member) ?? []);
    if (members.length < list.length) return knowledge;
    const left = narrowedByList(possible, members, holds);
    if (left) return learned(item, left, knowledge);
    if (!holds && possible.optional) return knowledge;
    const among = members.map(written).join(', ');
    return new Never(
      `${named(item)} is ${holds ? 'none' : 'always one'} of ${among}: ${described(possible)}`,
      possible.direct,
    );
  }
  const choices = evaluate(list, knowledge);
  const value = constantOf(item);
  if (!holds || choices.type !== 'list' || !choices.list || value === null) return knowledge;
  return choices.list.some((choice) => choice === value)
    ? knowledge
    : new Never(`${named(list)} has no choice ${written(value)}`, choices.direct);
}

function byTruth(logic: Logic, possible: Possible, knowledge: Knowledge, holds: boolean): Knowledge | Never {
  if (!possible.list || possible.type === 'list') return knowledge;
  const list = possible.list.filter((value) => truth(value) === holds);
  if (list.length > 0) return learned(logic, { ...possible, list }, knowledge);
  if (!holds && possible.optional) return knowledge;
  return new Never(`${named(logic)} is always ${String(!holds)}`, possible.direct);
}

function learned(logic: Logic, possible: Possible, knowledge: Knowledge): Knowledge {
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) return knowledge;
  const [entry] = Object.entries(logic);
  const [operator, [name]] = entry ?? ['', []];
  if (operator !== 'answer' && operator !== 'value') return knowledge;
  return knowledge.narrow(operator, String(name), possible);
}
