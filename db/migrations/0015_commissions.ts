import type { Knex } from 'knex';

/**
 * Commissions: what licenses say that sellers earn, a seller's statement of each closed month, and adjustments by hand. And what
 * insurers decide about the rows of premium bordereaux.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- What the license says that the seller earns; null: nothing.
    alter table product_licenses add column commission jsonb;

    create table commission_statements (
      id uuid primary key,
      close_id uuid not null references posting_closes,
      organization_id uuid not null references organizations,
      seller_id uuid not null references organizations,
      clock_id uuid references clocks,
      -- The first day of the month.
      period date not null,
      currency text not null,
      commission numeric not null,
      adjusted numeric not null,
      -- What the seller collected of the policyholders and has to hand on, in the month.
      collected numeric not null,
      -- The same by product.
      collected_of jsonb not null default '{}',
      closed_at timestamptz not null,
      unique (close_id, seller_id, currency)
    );
    create index commission_statements_organization on commission_statements (organization_id, period);
    create index commission_statements_seller on commission_statements (seller_id, period);
    create index commission_statements_clock on commission_statements (clock_id) where clock_id is not null;

    create table commission_lines (
      id bigint generated always as identity primary key,
      statement_id uuid not null references commission_statements,
      policy_id uuid not null references policies,
      term_number integer not null,
      -- The change that it is for; null: the term as a whole, whose commission is earned or collected by and by.
      entry_id uuid references ledger_entries,
      -- The premium that the commission of the month is of, and the commission; negative: returned.
      premium numeric not null,
      commission numeric not null
    );
    create index commission_lines_statement on commission_lines (statement_id, id);
    create index commission_lines_policy on commission_lines (policy_id);
    create index commission_lines_entry on commission_lines (entry_id) where entry_id is not null;

    create table commission_adjustments (
      id uuid primary key,
      organization_id uuid not null references organizations,
      seller_id uuid not null references organizations,
      clock_id uuid references clocks,
      policy_id uuid references policies,
      currency text not null,
      amount numeric not null check (amount <> 0),
      reason text not null,
      created_at timestamptz not null,
      created_by jsonb not null,
      -- The statement of the month that it was closed with.
      statement_id uuid references commission_statements
    );
    create index commission_adjustments_open on commission_adjustments (organization_id, seller_id)
      where statement_id is null;
    create index commission_adjustments_statement on commission_adjustments (statement_id) where statement_id is not null;
    create index commission_adjustments_seller on commission_adjustments (seller_id);
    create index commission_adjustments_policy on commission_adjustments (policy_id) where policy_id is not null;
    create index commission_adjustments_clock on commission_adjustments (clock_id) where clock_id is not null;

    -- What an insurer says of the rows of a premium bordereau; the last one counts.
    create table bordereau_decisions (
      id uuid primary key,
      seq bigint generated always as identity,
      close_id uuid not null references posting_closes,
      product_id uuid not null references products,
      seller_id uuid not null references organizations,
      policy_id uuid not null references policies,
      term_number integer not null,
      -- As in commission_lines.
      entry_id uuid references ledger_entries,
      decision text not null check (decision in ('ACCEPTED', 'DISPUTED')),
      reason text check (reason is not null or decision = 'ACCEPTED'),
      decided_at timestamptz not null,
      decided_by jsonb not null
    );
    create index bordereau_decisions_close on bordereau_decisions (close_id, policy_id, seq);
    create index bordereau_decisions_product on bordereau_decisions (product_id);
    create index bordereau_decisions_seller on bordereau_decisions (seller_id);
    create index bordereau_decisions_policy on bordereau_decisions (policy_id);
    create index bordereau_decisions_entry on bordereau_decisions (entry_id) where entry_id is not null;

    create trigger bordereau_decisions_append_only before update or delete on bordereau_decisions
      for each statement execute function refuse_change();
    create trigger bordereau_decisions_not_truncated before truncate on bordereau_decisions
      for each statement execute function refuse_change();
    create trigger commission_statements_append_only before update or delete on commission_statements
      for each statement execute function refuse_change();
    create trigger commission_statements_not_truncated before truncate on commission_statements
      for each statement execute function refuse_change();
    create trigger commission_lines_append_only before update or delete on commission_lines
      for each statement execute function refuse_change();
    create trigger commission_lines_not_truncated before truncate on commission_lines
      for each statement execute function refuse_change();
  `);
  await withTheirClock(knex);
}

/** Commissions are deleted with their test clock, before the closed months and entries that they name. */
async function withTheirClock(knex: Knex): Promise<void> {
  await knex.raw(`
    alter function delete_clock(uuid) rename to delete_books_of_clock;
    create function delete_clock(deleted uuid) returns void language plpgsql
      security definer set search_path = public, pg_temp as $$
      declare
        of_statements uuid[] := array(select id from commission_statements where clock_id = deleted);
      begin
        perform set_config('ioi.removing', 'bordereau_decisions DELETE', true);
        delete from bordereau_decisions where close_id in (select id from posting_closes where clock_id = deleted);
        delete from commission_adjustments where clock_id = deleted;
        perform set_config('ioi.removing', 'commission_lines DELETE', true);
        delete from commission_lines where statement_id = any (of_statements);
        perform set_config('ioi.removing', 'commission_statements DELETE', true);
        delete from commission_statements where id = any (of_statements);
        perform set_config('ioi.removing', '', true);
        -- Refuses a clock that is not ready.
        perform delete_books_of_clock(deleted);
      end
    $$;
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
