import { Decimal } from './decimal.js';
import type { Reference } from './normalize.js';
import type { Scope } from './scope.js';
import type { Value } from './value.js';

/**
 * How a compiled expression reads its references. A reader is created once for each name, at compile time, so
 * that a rating plan can use an index instead of a search. The functions return null for a missing value.
 */
export interface Readers<S> {
  answer(qid: string): (scope: S) => Value | null;
  value(name: string): (scope: S) => Value | null;
  iterationCount(loop: string): (scope: S) => number;
}

/** Reads everything by its name. */
export const byName: Readers<Scope> = {
  answer: (qid) => (scope) => scope.answer(qid),
  value: (name) => (scope) => scope.value(name),
  iterationCount: (loop) => (scope) => scope.iterationCount(loop),
};

/** A reference and its reader. */
export interface Reading<S> extends Reference {
  read(scope: S): Value | null;
}

/** The reader of a reference: of the answer, the value or the number of iterations. */
export function readerOf<S>(
  { operator, name }: Pick<Reference, 'operator' | 'name'>,
  readers: Readers<S>,
): (scope: S) => Value | null {
  switch (operator) {
    case 'answer':
    case 'answered':
      return readers.answer(name);
    case 'value':
      return readers.value(name);
    case 'iterations': {
      const count = readers.iterationCount(name);
      return (scope) => Decimal.of(count(scope));
    }
  }
}
