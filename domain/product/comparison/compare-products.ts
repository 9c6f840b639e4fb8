import type { ProductDefinition } from '../definition.js';
import type { Change } from './change.js';
import { compareTables } from './compare-tables.js';
import { type Comparison, compareStrays, compareValues } from './compare-values.js';

/**
 * Every difference between two product definitions, A and B, in the order of the product file: tables cell by
 * cell, lists item by item (by their ids, names or codes), conditions and formulas as a whole, and any other
 * field. Two definitions without a difference are equal.
 */
export function compareProducts(a: ProductDefinition, b: ProductDefinition): Change[] {
  const into: Comparison = { changes: [], strays: [] };
  const { tables: tablesOfA, ...restOfA } = a;
  const { tables: tablesOfB, ...restOfB } = b;
  const start = { inA: [], inB: [], place: [] };
  for (const part of new Set([...Object.keys(restOfA), ...Object.keys(restOfB)])) {
    if (part === 'ratingPlans') compareTables(tablesOfA, tablesOfB, into);
    const only = (of: Record<string, unknown>) => (of[part] === undefined ? {} : { [part]: of[part] });
    compareValues(only(restOfA), only(restOfB), start, into);
    compareStrays(into);
  }
  return into.changes;
}
