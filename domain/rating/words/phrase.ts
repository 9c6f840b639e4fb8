import type { Logic } from '../../expression/index.js';
import type { Vocabulary } from './vocabulary.js';

/** How tightly a phrase holds together; a looser one is put in brackets inside a tighter one. */
export const binds = {
  choice: 0,
  or: 1,
  and: 2,
  comparison: 3,
  phrase: 4,
  sum: 5,
  difference: 6,
  product: 7,
  quotient: 8,
  word: 9,
} as const;

type Binding = (typeof binds)[keyof typeof binds];

/** A part of an expression in words. */
export interface Phrase {
  text: string;
  binds: Binding;
}

/** The words for the operands of an operator. */
export interface Speaker extends Vocabulary {
  /** An operand, in brackets if it binds no tighter than what is around it. */
  say(logic: Logic, around?: Binding): string;
  /** An operand that is tested: `“Alarm” is yes`. */
  test(logic: Logic, around?: Binding): string;
  /** An operand that is compared with another one: as a choice or an amount of money where that is its answer. */
  beside(logic: Logic, other: Logic): string;
}

export function phrase(text: string, bound: Binding = binds.phrase): Phrase {
  return { text, binds: bound };
}

/** The name that an operand reads, with the operator that reads it; null for any other operand. */
export function readBy(logic: Logic | undefined): { operator: string; name: string } | null {
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) return null;
  const [entry] = Object.entries(logic);
  const name = entry?.[1][0];
  if (entry === undefined || typeof name !== 'string' || entry[0] === 'decimal') return null;
  return entry[1].length === 1 ? { operator: entry[0], name } : null;
}
