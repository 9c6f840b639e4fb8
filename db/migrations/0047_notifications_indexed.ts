import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** For each kind of notification the index that finds a person's. */
export async function up(knex: Knex): Promise<void> {
  const build = (name: string, definition: string) => buildIndex(knex, name, definition);
  await build('tasks_given', 'tasks (person_id, given_at desc) where given_at is not null');
  await build('client_notes_mentions', 'client_notes using gin (mentions)');
  await build('quote_notes_mentions', 'quote_notes using gin (mentions)');
  const mentions = "data -> 'mentions'";
  await build(
    'policy_events_mentions',
    `policy_events using gin ((${mentions})) where type = 'NOTE' and ${mentions} is not null`,
  );
  await build(
    'jobs_ended_by',
    "jobs ((created_by ->> 'personId'), ended_at desc) where ended_at is not null",
  );
  await build(
    'mails_failed_by',
    `mails ((created_by ->> 'personId'), updated_at desc)
      where created_by is not null and state in ('REFUSED', 'UNCONFIRMED', 'BOUNCED', 'COMPLAINED')`,
  );
  await build(
    'quotes_decided',
    `quotes (client_organization_id, (underwriter_response ->> 'decisionTimestamp') desc)
      where underwriter_response is not null`,
  );
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
