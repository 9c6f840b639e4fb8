import type { Knex } from 'knex';

/** What lists and searches find: phone numbers by their digits, clients by their contacts; and the views that people save. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The digits of every line that is a phone number.
    create function phones_of(value text) returns text language sql immutable strict parallel safe as $$
      select coalesce(string_agg(regexp_replace(line, '\\D', '', 'g'), ' '), '')
      from regexp_split_to_table(value, '\\n') line where line ~ '^[+(0-9][0-9 ()./-]{5,}$'
    $$;

    -- The phone numbers and mail addresses of a client's answers. Bound when it is made: indexes are built without a search path.
    create function contacts_of(answers jsonb) returns text language sql immutable strict parallel safe
      return phones_of(
        coalesce(answers #>> '{client.phoneNumber,answer}', '') || chr(10) ||
        coalesce(answers #>> '{client.contact.phoneNumber,answer}', '')
      ) || ' ' || coalesce(answers #>> '{client.email,answer}', '')
        || ' ' || coalesce(answers #>> '{client.contact.email,answer}', '');

    create table saved_views (
      id uuid primary key,
      person_id uuid not null references people on delete cascade,
      list text not null,
      name text not null,
      -- Filters, sort, columns and density.
      settings jsonb not null,
      unique (person_id, list, name)
    );
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
