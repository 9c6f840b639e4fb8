import { afterAll, beforeAll, expect, it } from 'vitest';
import { auditFilters } from '../../db/audit/audit-filters.js';
import { clientFilters } from '../../db/clients/client-filters.js';
import { eventFilters } from '../../db/events/event-filters.js';
import type { Filters } from '../../db/filters.js';
import { keyFilters, userFilters } from '../../db/identity/identity-filters.js';
import { policyFilters } from '../../db/policies/policy-filters.js';
import { quoteFilters } from '../../db/quotes/quote-filters.js';
import { deliveryFilters } from '../../db/webhooks/delivery-filters.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

interface Index {
  name: string;
  /** The statement that made it. */
  made: string;
  /** The columns of its table. */
  columns: string[];
}

let database: TestDatabase;
let indexes: Map<string, Index>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.db.raw<{ rows: Index[] }>(
    `select indexname as name, indexdef as made, array_agg(column_name::text) as columns
     from pg_indexes join information_schema.columns on table_schema = schemaname and table_name = tablename
     group by indexname, indexdef`,
  );
  indexes = new Map(rows.map((index) => [index.name, index]));
});
afterAll(() => database?.drop());

const tables = (filters: Filters, columnsOf: (column: string) => string[]) =>
  Object.entries(filters).map(
    ([name, { column, index }]) => [name, index, column, columnsOf(column)] as const,
  );

it.each([
  // Texts are found by the index on all of them.
  ...tables(policyFilters, (column) => [column, 'every_text']),
  ...tables(eventFilters, (column) => [column]),
  ...tables(quoteFilters, (column) => [column]),
  ...tables(clientFilters, (column) => [column]),
  ...tables(auditFilters, (column) => [column]),
  ...tables(userFilters, (column) => [column]),
  ...tables(keyFilters, (column) => [column]),
  // Types of event are few, and deliveries of one are read in the organization's order.
  ...tables(deliveryFilters, (column) => [column, 'created_at']),
])(
  'the filter %s has its index %s and its column %s in the migrated database',
  (_, index, column, indexed) => {
    const { made = '', columns = [] } = indexes.get(index) ?? {};
    expect(indexed.some((each) => new RegExp(`\\b${each}\\b`).test(made))).toBe(true);
    expect(columns).toContain(column);
  },
);
