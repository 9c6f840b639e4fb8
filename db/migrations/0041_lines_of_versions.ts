import type { Knex } from 'knex';

/** Finds the products that have a line below their root: questions and timelines are read by a line's id, too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create index product_versions_lines on product_versions
      using gin (jsonb_path_query_array(definition, '$.product.**.lines[*].id'))
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
