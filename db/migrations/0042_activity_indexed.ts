import type { Knex } from 'knex';
import { buildIndex } from '../indexes/build-index.js';

/** Outside a transaction: writers go on meanwhile. */
export const config = { transaction: false };

/** What a feed of activity reads and nobody has asked for before. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(
    knex,
    'events_billing',
    "events (policy_id, created_at desc) where type = 'STATEMENT_CREATED' and by_service",
  );
  await buildIndex(knex, 'changes_client', "changes (record_id, recorded_at desc) where kind = 'CLIENT'");
  await buildIndex(
    knex,
    'ledger_journal_by_hand',
    "ledger_journal (policy_id, created_at desc) where kind in ('EDITED', 'DELETED') or (kind = 'RECORDED' and basis = 'BY_HAND')",
  );
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
