import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventFilters } from '../../db/events/event-filters.js';
import type { Filters } from '../../db/filters.js';
import { policyFilters } from '../../db/policies/policy-filters.js';
import { deliveryFilters } from '../../db/webhooks/delivery-filters.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

let database: TestDatabase;
/** The statement that made each index. */
let indexes: Map<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.db.raw('select indexname as name, indexdef as made from pg_indexes');
  indexes = new Map(rows.map(({ name, made }: { name: string; made: string }) => [name, made]));
});
afterAll(() => database?.drop());

const tables = (filters: Filters, columnsOf: (column: string) => string[]) =>
  Object.entries(filters).map(([name, { column, index }]) => [name, index, columnsOf(column)] as const);

it.each([
  // Texts are found by the index on all of them.
  ...tables(policyFilters, (column) => [column, 'every_text']),
  ...tables(eventFilters, (column) => [column]),
  // Types of event are few, and deliveries of one are read in the organization's order.
  ...tables(deliveryFilters, (column) => [column, 'created_at']),
])('the filter %s has its index %s in the migrated database', (_, index, columns) => {
  const made = indexes.get(index) ?? '';
  expect(columns.some((column) => new RegExp(`\\b${column}\\b`).test(made))).toBe(true);
});
