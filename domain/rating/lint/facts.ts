import type { Logic } from '../../expression/normalize.js';
import { truth } from '../../expression/operators.js';
import type { Knowledge } from './knowledge.js';
import { type Comparison, mirrored, narrowed, narrowedByList } from './narrow.js';
import { constantOf, named } from './operand.js';
import { described, type Possible, written } from './possible.js';

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

/** What is asked about a condition: is it true, or false? Where `known` is false, being unknown counts as well. */
export interface Aim {
  holds: boolean;
  known: boolean;
}

/** An operand and what it can be. */
export interface Operand {
  logic: Logic;
  possible: Possible;
}

/** What is known where two operands compare so. */
export function compared(
  left: Operand,
  comparison: Comparison,
  right: Operand,
  knowledge: Knowledge,
  { known }: Aim,
): Knowledge | Never {
  const [a, b] = [left.possible, right.possible];
  const first = narrowed(a, comparison, b);
  const second = narrowed(b, mirrored(comparison), a);
  if (first && second) {
    // Where the other side may be unknown, that may be all there is to it.
    const other = known || !a.optional ? learned(right.logic, second, knowledge, known) : knowledge;
    return known || !b.optional ? learned(left.logic, first, other, known) : other;
  }
  if (!known && (a.optional || b.optional)) return knowledge;
  const direct = a.direct && b.direct;
  return constantOf(left.logic) === null
    ? never(left, comparison, right, direct)
    : never(right, mirrored(comparison), left, direct);
}

function never(subject: Operand, comparison: Comparison, other: Operand, direct: boolean): Never {
  const is = { '==': 'is never', '!=': 'is never other than' } as const;
  const verb = comparison === '==' || comparison === '!=' ? is[comparison] : `is never ${comparison}`;
  const reason = described(subject.possible);
  const why = `${named(subject.logic)} ${verb} ${named(other.logic)}`;
  return new Never(reason === '' ? why : `${why}: ${reason}`, direct);
}

/** What is known where an operand is one of a list, or is not. */
export function among(
  { logic, possible }: Operand,
  list: readonly Logic[],
  knowledge: Knowledge,
  { holds, known }: Aim,
): Knowledge | Never {
  const members = list.flatMap((member) => constantOf(member) ?? []);
  if (members.length < list.length) return knowledge;
  const left = narrowedByList(possible, members, holds);
  if (left) return learned(logic, left, knowledge, known);
  if (!known && possible.optional) return knowledge;
  const is = holds ? 'is none' : 'is always one';
  const why = `${named(logic)} ${is} of ${members.map(written).join(', ')}: ${described(possible)}`;
  return new Never(why, possible.direct);
}

/** What is known where something is in an answer of several choices. */
export function chosen(
  item: Logic,
  { logic, possible }: Operand,
  knowledge: Knowledge,
  { holds, known }: Aim,
): Knowledge | Never {
  const value = constantOf(item);
  const { type, list, optional, direct } = possible;
  if (!holds || type !== 'list' || !list || value === null || (!known && optional)) return knowledge;
  return list.some((choice) => choice === value)
    ? knowledge
    : new Never(`${named(logic)} has no choice ${written(value)}`, direct);
}

/** What is known where an operand is true, or false. */
export function byTruth(
  { logic, possible }: Operand,
  knowledge: Knowledge,
  { holds, known }: Aim,
): Knowledge | Never {
  if (!possible.list || possible.type === 'list') return knowledge;
  const list = possible.list.filter((value) => truth(value) === holds);
  if (list.length > 0) return learned(logic, { ...possible, list }, knowledge, known);
  if (!known && possible.optional) return knowledge;
  return new Never(`${named(logic)} is always ${String(!holds)}`, possible.direct);
}

function learned(logic: Logic, possible: Possible, knowledge: Knowledge, known: boolean): Knowledge {
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) return knowledge;
  const [entry] = Object.entries(logic);
  const [operator, [name]] = entry ?? ['', []];
  if (operator !== 'answer' && operator !== 'value' && operator !== 'iterations') return knowledge;
  return knowledge.narrow(operator, String(name), known ? { ...possible, optional: false } : possible);
}
