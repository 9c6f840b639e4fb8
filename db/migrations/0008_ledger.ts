import type { Knex } from 'knex';

/** The ledger and its journal. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table ledger_entries (
      id uuid primary key,
      parent_policy_id uuid not null references policies,
      policy_number text not null,
      quote_id uuid references quotes,
      organization_id uuid not null references organizations,
      product_id uuid not null references products,
      term_number integer not null check (term_number > 0),
      premium numeric(18, 2) not null,
      effective_date date not null,
      applied_to_statement boolean not null default false,
      statement_id uuid references statements,
      event_answers jsonb,
      doc jsonb,
      additional_docs jsonb not null default '[]',
      created_at timestamptz not null default now(),
      created_by jsonb,
      deleted_at timestamptz
    );
    create index ledger_entries_policy on ledger_entries (parent_policy_id, effective_date, created_at, id)
      where deleted_at is null;
    create index ledger_entries_deleted on ledger_entries (parent_policy_id) where deleted_at is not null;
    create index ledger_entries_quote on ledger_entries (quote_id) where quote_id is not null;
    create index ledger_entries_organization on ledger_entries (organization_id);
    create index ledger_entries_product on ledger_entries (product_id);
    create index ledger_entries_statement on ledger_entries (statement_id) where statement_id is not null;

    create table ledger_journal (
      seq bigint generated always as identity primary key,
      -- A late fee, a fee for a returned payment and a write-off have no entry, but a statement.
      entry_id uuid references ledger_entries,
      statement_id uuid references statements,
      policy_id uuid not null references policies,
      kind text not null check (kind in ('RECORDED', 'EDITED', 'DELETED', 'APPLIED', 'MOVED')),
      term_number integer not null check (term_number > 0),
      premium_change numeric(18, 2) not null default 0,
      effective_date date not null,
      data jsonb not null default '{}',
      trigger_request_id uuid references events,
      created_at timestamptz not null default now(),
      created_by jsonb,
      -- The period over which the amount is earned.
      earned_from date,
      earned_until date,
      -- What the premium is for.
      coverage text,
      unit text,
      unit_class text,
      state text,
      basis text not null default 'RATED' check (basis in ('RATED', 'AGREED', 'BY_HAND', 'PENALTY', 'DIFFERENCE')),
      -- A tax or fee, which is no premium: a line has either.
      charge_change numeric(18, 2) not null default 0,
      charge_type text,
      authority text,
      constraint ledger_journal_source check (entry_id is not null or statement_id is not null),
      constraint ledger_journal_one_amount check (premium_change = 0 or charge_change = 0),
      constraint ledger_journal_charge_type check (charge_change = 0 or charge_type is not null),
      constraint ledger_journal_earned_period
        check (earned_until >= earned_from
          and ((premium_change = 0 and charge_change = 0) or (earned_from is not null)))
    );
    create index ledger_journal_policy on ledger_journal (policy_id, seq);
    create index ledger_journal_entry on ledger_journal (entry_id, seq);
    create index ledger_journal_event on ledger_journal (trigger_request_id)
      where trigger_request_id is not null;
    create trigger ledger_journal_append_only before update or delete on ledger_journal
      for each statement execute function refuse_change();
    create trigger ledger_journal_not_truncated before truncate on ledger_journal
      for each statement execute function refuse_change();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
