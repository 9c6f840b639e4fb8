import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Indexes of the work queue: assigned quotes, quotes of renewals and changes, notices of cancellation, past due statements. */
export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'quotes_assigned',
    'quotes (assigned_to, quote_timestamp desc, request_id desc) where assigned_to is not null',
  );
  for (const side of ['client_organization', 'quoting_organization']) {
    await buildIndex(
      knex,
      `quotes_of_changes_by_${side}`,
      `quotes (${side}_id, type, quote_timestamp desc, request_id desc)
         where package_request_id is null and type <> 'QUOTE'`,
    );
  }
  await buildIndex(
    knex,
    'policies_under_notice',
    'policies (cancellation_notice_on, id) where cancellation_notice_on is not null',
  );
  await buildIndex(
    knex,
    'statements_past_due',
    `statements (policy_id) include (due_date, amount, paid_amount) where state = 'PAST_DUE'`,
  );
  await knex.raw('alter table quotes validate constraint quotes_assigned_to_fkey');
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
