import type { Knex } from 'knex';

/** The columns of amounts, by table; those with a default had one without decimals. */
const amounts: Readonly<Record<string, readonly string[]>> = {
  quotes: ['premium'],
  policies: ['premium'],
  policy_changes: ['premium_change', 'term_premium'],
  statements: ['amount', 'paid_amount'],
  payment_sessions: ['amount', 'paid_amount'],
  payments: ['amount'],
  payment_allocations: ['amount'],
  payment_refunds: ['amount'],
  ledger_entries: ['premium'],
  ledger_journal: ['premium_change', 'charge_change'],
  account_journal: ['amount', 'installment_fee'],
  posting_sums: ['amount'],
};

const defaults: readonly [table: string, column: string][] = [
  ['policy_changes', 'premium_change'],
  ['statements', 'paid_amount'],
  ['ledger_journal', 'premium_change'],
  ['ledger_journal', 'charge_change'],
  ['account_journal', 'installment_fee'],
];

/** Their checks would be made anew on every row: they are dropped, and validated in `0017_minor_units_checked`. */
export const checks: readonly [table: string, name: string, check: string][] = [
  ['payment_refunds', 'payment_refunds_amount_check', 'amount > 0'],
  ['ledger_journal', 'ledger_journal_one_amount', 'premium_change = 0 or charge_change = 0'],
  ['ledger_journal', 'ledger_journal_charge_type', 'charge_change = 0 or charge_type is not null'],
  [
    'ledger_journal',
    'ledger_journal_earned_period',
    `earned_until >= earned_from
      and ((premium_change = 0 and charge_change = 0) or (earned_from is not null))`,
  ],
];

/**
 * Amounts have the decimals of their currency, and no longer two. Without its limit, a column keeps the decimals that are
 * written to it; the rows stay as they are. An index that has amounts would be built anew: the next migration builds it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index statements_past_due');
  for (const [table, name] of checks) await knex.raw(`alter table ${table} drop constraint ${name}`);
  for (const [table, columns] of Object.entries(amounts)) {
    const changes = [
      ...columns.map((column) => `alter column ${column} type numeric`),
      ...defaults
        .filter(([of]) => of === table)
        .map(([, column]) => `alter column ${column} set default 0.00`),
    ];
    await knex.raw(`alter table ${table} ${changes.join(', ')}`);
  }
  for (const [table, name, check] of checks) {
    await knex.raw(`alter table ${table} add constraint ${name} check (${check}) not valid`);
  }
}

export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
