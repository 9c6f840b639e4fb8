import type { Knex } from 'knex';

/**
 * Roles of keys and users, and keys that are restricted to event types and products. Keys and users with a
 * permission that was divided get its parts. They keep its name, which a process of the earlier release
 * needs.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table people add column roles text[] not null default '{}';
    alter table api_keys
      add column roles text[] not null default '{}',
      add column event_types text[] check (cardinality(event_types) > 0),
      add column product_ids uuid[] check (cardinality(product_ids) > 0);
  `);
  for (const table of ['people', 'api_keys']) {
    for (const [name, parts] of divided) {
      await knex(table)
        .whereRaw('? = any (permissions)', [name])
        .update({ permissions: knex.raw('permissions || ?::text[]', [parts]) });
    }
  }
}

const divided: [name: string, parts: string[]][] = [
  [
    'events:fire',
    [
      'quoting:fire',
      'underwriting:fire',
      'binding:fire',
      'billing:fire',
      'servicing:fire',
      'claims:fire',
      'documents:fire',
    ],
  ],
  ['products:write', ['administration:write']],
];

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
