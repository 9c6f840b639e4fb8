import { z } from 'zod';
import { calendarDate, instant } from '../../domain/ground/primitives.js';

/** The insured's name as policies are sorted by it; an index takes no longer texts. */
export const insuredNameKey = "lower(left(coalesce(policy_meta ->> 'insuredName', ''), 200))";

/** An order of the policy search; ids decide between equal keys. */
interface PolicyOrder {
  /** Of `policies`, or an expression of its columns: that of an index. */
  column:
    | ('effective_date' | 'expiration_date' | 'policy_number' | 'premium')
    | ('created_at' | 'changed_at' | typeof insuredNameKey);
  direction: Direction;
  ids: Direction;
}

type Direction = 'asc' | 'desc';

/** In the direction of their keys, so that one index serves both directions; but for the default (spec 4.7). */
const both = <Name extends string>(name: Name, column: PolicyOrder['column']) =>
  ({
    [name]: { column, direction: 'asc', ids: 'asc' },
    [`-${name}`]: { column, direction: 'desc', ids: 'desc' },
  }) as Record<Name | `-${Name}`, PolicyOrder>;

/** The orders of the policy search, by their names; `-` is descending. */
export const policyOrders = {
  '-effectiveDate': { column: 'effective_date', direction: 'desc', ids: 'asc' },
  effectiveDate: { column: 'effective_date', direction: 'asc', ids: 'desc' },
  ...both('expirationDate', 'expiration_date'),
  ...both('policyNumber', 'policy_number'),
  ...both('insuredName', insuredNameKey),
  ...both('premium', 'premium'),
  ...both('createdTimestamp', 'created_at'),
  ...both('updatedTimestamp', 'changed_at'),
} as const satisfies Record<string, PolicyOrder>;

export type PolicySort = keyof typeof policyOrders;
export const policySorts = Object.keys(policyOrders) as [PolicySort, ...PolicySort[]];

export function orderOf(sort: PolicySort): PolicyOrder {
  return policyOrders[sort];
}

/** The last row read in an order: the key as JSON has it, without loss, and the id. */
export interface LastRow {
  key: string;
  id: string;
}

/** The schemas of the keys, and their types in PostgreSQL. */
const keys: Readonly<Record<PolicyOrder['column'], { schema: z.ZodType<string>; type: string }>> = {
  effective_date: { schema: calendarDate, type: 'date' },
  expiration_date: { schema: calendarDate, type: 'date' },
  premium: { schema: z.string().regex(/^-?\d{1,20}(\.\d{1,10})?$/), type: 'numeric' },
  [insuredNameKey]: { schema: z.string().max(1_000), type: 'text' },
  policy_number: { schema: z.string().min(1).max(1_000), type: 'text' },
  created_at: { schema: instant, type: 'timestamptz' },
  changed_at: { schema: instant, type: 'timestamptz' },
};

/** SQL of an order's key of `policies p`. */
export const keyOf = (sort: PolicySort): string =>
  policyOrders[sort].column.replace(/^(?=\w+$)|(?=policy_meta)/, 'p.');

/** The schema of an order's key. */
export const keySchema = (sort: PolicySort): z.ZodType<string> => keys[policyOrders[sort].column].schema;

/** `order by` of an order, for these columns. */
export function orderBy(sort: PolicySort, key: string, id: string): string {
  const { direction, ids } = policyOrders[sort];
  return `order by ${key} ${direction}, ${id} ${ids}`;
}

/**
 * The conditions of the rows that follow one, without a condition if there is none: each is a range of the order's index,
 * however many rows have the same key.
 */
export function rangesAfter(
  sort: PolicySort,
  after: LastRow | undefined,
  { key, id }: { key: string; id: string },
): { sql: string; bindings: string[] }[] {
  if (after === undefined) return [{ sql: 'true', bindings: [] }];
  const { column, direction, ids } = policyOrders[sort];
  const { type } = keys[column];
  const follows = (way: Direction) => (way === 'asc' ? '>' : '<');
  return [
    { sql: `${key} = ?::${type} and ${id} ${follows(ids)} ?::uuid`, bindings: [after.key, after.id] },
    { sql: `${key} ${follows(direction)} ?::${type}`, bindings: [after.key] },
  ];
}
