import {
  compileCondition,
  Decimal,
  ExpressionError,
  parseDecimal,
  referencesOf,
  type Scope,
  type Value,
} from '../../expression/index.js';
import type { Json } from '../../ground/json.js';
import { type Bound, bindValue, type FormPlace, report } from './bind.js';
import type { DataKind } from './data-shape.js';
import type { FormScope } from './form-scope.js';

/** Compiles a condition over answers and values. An invalid one is reported and never holds. */
export function bindCondition(when: unknown, place: FormPlace): (scope: FormScope) => boolean {
  if (when === undefined) return () => true;
  const values = bindReferences(when, place);
  if (place.isTranslated) reportWordings(when, values, place);
  try {
    const holds = compileCondition(when, place.types);
    return (scope) => holds(readingScope(scope, values));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    report(place, error.message);
    return () => false;
  }
}

/** A condition on a text would hold in one language only; whether there is a text can be asked. */
function reportWordings(when: unknown, values: ReadonlyMap<string, Bound>, place: FormPlace): void {
  for (const name of new Set(namesCompared(when))) {
    if (values.get(name)?.kind !== 'wording') continue;
    report(
      place,
      `"${name}" is in the language of the document: a condition must ask for a code, or for null`,
    );
  }
}

/** The names of values in an expression that are compared with something else than null. */
function* namesCompared(expression: unknown): Generator<string> {
  if (expression === null || typeof expression !== 'object') return;
  if (Array.isArray(expression)) {
    for (const part of expression) yield* namesCompared(part);
    return;
  }
  for (const [operator, given] of Object.entries(expression)) {
    const parts: unknown[] = [given].flat();
    if (operator === 'value' && typeof parts[0] === 'string') yield parts[0];
    else if (!(isEquality.has(operator) && parts.includes(null))) yield* namesCompared(parts);
  }
}

const isEquality = new Set(['==', '!=']);

/** The values that an expression reads; answers that cannot be read from here are reported. */
export function bindReferences(expression: unknown, place: FormPlace): Map<string, Bound> {
  const values = new Map<string, Bound>();
  try {
    for (const { operator, name } of referencesOf(expression, place.types)) {
      const loop = place.types.get(name)?.loop ?? null;
      if (operator === 'value') {
        const bound = bindValue(name, place);
        if (bound !== undefined) values.set(name, bound);
      } else if (loop !== null && loop !== place.loop) {
        report(place, `"${name}" is answered within the loop "${loop}" and cannot be read from here`);
      }
    }
  } catch (error) {
    // The compiler of the expression reports the same.
    if (!(error instanceof ExpressionError)) throw error;
  }
  return values;
}

/** A form's scope for expressions. */
export function readingScope(scope: FormScope, values: ReadonlyMap<string, Bound>): Scope {
  return {
    answer: (qid) => scope.answer(qid),
    iterationCount: (loop) => scope.iterationCount(loop),
    value: (name) => {
      const bound = values.get(name);
      return bound === undefined ? null : expressionValue(bound.read(scope), bound.kind);
    },
  };
}

function expressionValue(value: Json | undefined, kind: DataKind): Value | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? Decimal.of(value) : null;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const isNumber = kind === 'money' || kind === 'number' || kind === 'percent';
    return isNumber ? parseDecimal(value) : value;
  }
  return Array.isArray(value) ? value.map(String) : null;
}
