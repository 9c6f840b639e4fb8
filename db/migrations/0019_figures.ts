import type { Knex } from 'knex';

/** Sums of the journals, by the days from which they count: figures of a book are read from them at once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table figure_sums (
      organization_id uuid not null references organizations,
      clock_id uuid references clocks on delete cascade,
      product_id uuid not null references products,
      currency text not null,
      figure text not null check (figure in ('WRITTEN', 'EARNED', 'BILLED', 'PAID', 'DUE', 'CREDIT')),
      -- The day in UTC on which it was recorded; of accounts the business day.
      known_on date not null,
      -- From this day on it counts: from its end for what is earned, otherwise from its begin.
      day date not null,
      -- Of what is due.
      due_date date,
      amount numeric not null,
      unique nulls not distinct (organization_id, clock_id, product_id, currency, figure, known_on, day, due_date)
    );
    create index figure_sums_clock on figure_sums (clock_id) where clock_id is not null;

    -- The due date of a billed statement moves: the journal of accounts says so, with no amount.
    alter table account_journal add column due_before date;
    alter table account_journal add column due_date date;
    alter table account_journal drop constraint account_journal_kind_check;
    alter table account_journal add constraint account_journal_kind_check check (kind in ('BILLED', 'RECEIVED', 'HELD',
      'APPLIED', 'RETURNED', 'REFUND_PLANNED', 'REFUND_PAID', 'REFUNDED', 'REFUND_RETURNED', 'DUE_MOVED')) not valid;
    create function journal_due_date() returns trigger language plpgsql as $$
      begin
        insert into account_journal (organization_id, clock_id, policy_id, kind, source_id, day, amount, due_before, due_date)
        select p.issuing_organization_id, p.clock_id, p.id, 'DUE_MOVED', new.id, new.billed_on, 0, old.due_date, new.due_date
        from policies p where p.id = new.policy_id;
        return null;
      end
    $$;
    create trigger statements_journal_due_date after update of due_date on statements for each row
      when (old.due_date <> new.due_date and new.billed_on is not null)
      execute function journal_due_date();

    -- How far the journals are in the sums.
    create table figure_progress (
      id boolean primary key default true check (id),
      ledger_seq bigint not null default 0,
      account_seq bigint not null default 0
    );
    insert into figure_progress default values;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
