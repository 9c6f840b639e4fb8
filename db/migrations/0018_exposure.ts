import type { Knex } from 'knex';

/**
 * Lines of exposure, beside those of premium and of taxes and fees: `exposure_change` for each `exposure_days` days from
 * `earned_from` until `earned_until`. They have no amount of money, so sums of money do not see them. Earlier lines have none.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ledger_journal add column exposure_change numeric, add column exposure_days integer;
    alter table ledger_journal add constraint ledger_journal_exposure check (
      case
        when exposure_change is null then exposure_days is null
        else premium_change = 0 and charge_change = 0 and coalesce(exposure_days > 0 and earned_until > earned_from, false)
      end
    ) not valid;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
