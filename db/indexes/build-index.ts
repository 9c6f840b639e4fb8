import type { Knex } from 'knex';

/**
 * Builds an index while others write to its table, for a migration outside a transaction: `definition` is what follows
 * `on`. A valid index stays; one that an interrupted attempt left invalid is built again.
 */
export async function buildIndex(db: Knex, name: string, definition: string): Promise<void> {
  const { rows } = await db.raw<{ rows: { valid: boolean }[] }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass(?)',
    [name],
  );
  const [index] = rows;
  if (index?.valid) return;
  if (index !== undefined) await db.raw(`drop index concurrently ${name}`);
  await db.raw(`create index concurrently ${name} on ${definition}`);
}
