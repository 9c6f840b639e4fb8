import { Decimal, type Value } from '../../expression/index.js';
import type { Logic } from '../../expression/normalize.js';
import { written } from './possible.js';

/** The value of a constant; null for anything else. */
export function constantOf(logic: Logic): Value | null {
  if (typeof logic === 'string' || typeof logic === 'boolean') return logic;
  if (logic === null || Array.isArray(logic)) return null;
  const literal = logic.decimal?.[0];
  return typeof literal === 'string' ? Decimal.of(literal) : null;
}

/** An operand as a message names it. */
export function named(logic: Logic): string {
  const value = constantOf(logic);
  if (value !== null) return written(value);
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) return 'it';
  const [entry] = Object.entries(logic);
  const [operator, [name]] = entry ?? ['', []];
  return ['answer', 'value', 'iterations'].includes(operator) ? `"${String(name)}"` : 'what is computed';
}
