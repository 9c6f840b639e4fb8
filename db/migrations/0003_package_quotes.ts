import type { Knex } from 'knex';

/** Quotes of a package's components: their package quote, place and line. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table quotes
      add column line_id uuid,
      add column package_request_id uuid references quotes,
      add column package_position smallint,
      add constraint quotes_component_is_placed check (
        (package_request_id is null) = (package_position is null)
        and (package_request_id is null) = (line_id is null)
        and (package_request_id is null) = (type <> 'PACKAGE_COMPONENT')
      );
    create unique index quotes_package on quotes (package_request_id, package_position)
      where package_request_id is not null;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
