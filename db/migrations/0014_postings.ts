import type { Knex } from 'knex';

/**
 * What postings are made of besides the ledger's journal: a journal of the policies' accounts, which triggers keep so that no
 * writer of statements, payments and refunds can forget it; and the closed months with their sums.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The accounts of its postings that are not the default ones, by role.
    alter table organizations add column chart_of_accounts jsonb not null default '{}';

    create table account_journal (
      seq bigint generated always as identity primary key,
      organization_id uuid not null references organizations,
      clock_id uuid references clocks,
      -- Null: a payment whose policy is not issued yet.
      policy_id uuid references policies,
      kind text not null check (kind in ('BILLED', 'RECEIVED', 'HELD', 'APPLIED', 'RETURNED', 'REFUND_PLANNED',
        'REFUND_PAID', 'REFUNDED', 'REFUND_RETURNED')),
      -- The statement, payment or refund.
      source_id uuid not null,
      day date not null,
      -- As on the source: negative for money paid back, a credit, or a voided statement.
      amount numeric(18, 2) not null,
      installment_fee numeric(18, 2) not null default 0,
      -- Null: that of the policy.
      currency text,
      check (policy_id is not null or currency is not null)
    );
    create index account_journal_day on account_journal (organization_id, day);
    create index account_journal_policy on account_journal (policy_id) where policy_id is not null;
    create index account_journal_clock on account_journal (clock_id) where clock_id is not null;
    create index account_journal_source on account_journal (source_id);
    create trigger account_journal_append_only before update or delete on account_journal
      for each statement execute function refuse_change();
    create trigger account_journal_not_truncated before truncate on account_journal
      for each statement execute function refuse_change();
    -- Lines are recorded in the order of time: a small index finds those of a month.
    create index ledger_journal_recorded on ledger_journal using brin (created_at);

    -- A transaction that adds to a journal has a share of this lock from before it draws a number until its end. The close of
    -- a month waits for those that have one, without taking it: then every number up to the highest is visible.
    create function share_journals() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock_shared(hashtext('ioi journals'));
        return null;
      end
    $$;
    create trigger ledger_journal_shared before insert on ledger_journal
      for each statement execute function share_journals();
    create trigger account_journal_shared before insert on account_journal
      for each statement execute function share_journals();

    create table posting_closes (
      id uuid primary key,
      organization_id uuid not null references organizations,
      clock_id uuid references clocks,
      -- The first day of the month.
      period date not null check (period = date_trunc('month', period)::date),
      -- The end of the month in the organization's time zone then.
      ends_at timestamptz not null,
      -- What the journals had then.
      ledger_seq bigint not null,
      account_seq bigint not null,
      -- The accounts then.
      chart_of_accounts jsonb not null,
      closed_at timestamptz not null,
      closed_by jsonb not null,
      unique nulls not distinct (organization_id, clock_id, period)
    );
    create index posting_closes_clock on posting_closes (clock_id) where clock_id is not null;
    create table posting_sums (
      id bigint generated always as identity primary key,
      close_id uuid not null references posting_closes,
      day date not null,
      kind text not null,
      currency text not null,
      charge_type text,
      authority text,
      amount numeric(18, 2) not null
    );
    create index posting_sums_close on posting_sums (close_id, day);
    create trigger posting_closes_append_only before update or delete on posting_closes
      for each statement execute function refuse_change();
    create trigger posting_closes_not_truncated before truncate on posting_closes
      for each statement execute function refuse_change();
    create trigger posting_sums_append_only before update or delete on posting_sums
      for each statement execute function refuse_change();
    create trigger posting_sums_not_truncated before truncate on posting_sums
      for each statement execute function refuse_change();
  `);
  await journalOfAccounts(knex);
}

/** The triggers, and what was recorded before there were any. */
async function journalOfAccounts(knex: Knex): Promise<void> {
  await knex.raw(`
    create function day_at(moment timestamptz, organization uuid) returns date language sql stable as $$
      select (moment at time zone time_zone)::date from organizations where id = organization
    $$;

    create function journal_statements(ids uuid[]) returns void language sql as $$
      insert into account_journal (organization_id, clock_id, policy_id, kind, source_id, day, amount, installment_fee)
      select p.issuing_organization_id, p.clock_id, p.id, 'BILLED', s.id, s.day, s.sign * s.amount, s.sign * s.fee
      from (
        select id, policy_id, billed_on as day, 1 as sign, amount, coalesce((data ->> 'instalmentFee')::numeric, 0) as fee
        from statements where id = any (ids) and billed_on is not null
        union all
        select id, policy_id, voided_on, -1, amount, coalesce((data ->> 'instalmentFee')::numeric, 0)
        from statements where id = any (ids) and billed_on is not null and voided_on is not null
      ) s
      join policies p on p.id = s.policy_id
      where s.amount <> 0 and not exists (
        select from account_journal known
        where known.source_id = s.id and known.kind = 'BILLED' and sign(known.amount) = sign(s.sign * s.amount)
      )
      order by s.day, s.id
    $$;

    create function journal_refunds(ids uuid[]) returns void language sql as $$
      insert into account_journal (organization_id, clock_id, policy_id, kind, source_id, day, amount)
      select p.issuing_organization_id, p.clock_id, p.id, 'REFUND_PLANNED', r.id,
        day_at(case when is_refused then coalesce(r.ended_at, r.created_at) else r.created_at end,
          p.issuing_organization_id),
        case when is_refused then -r.amount else r.amount end
      from payment_refunds r
      join policies p on p.id = r.policy_id
      cross join lateral (select r.state = 'REFUSED' as is_refused) s
      cross join lateral (
        select coalesce(sum(known.amount), 0) as planned from account_journal known
        where known.source_id = r.id and known.kind = 'REFUND_PLANNED'
      ) k
      where r.id = any (ids) and k.planned = case when is_refused then r.amount else 0 end
        and not exists (select from payments where id = r.id)
      order by r.created_at, r.id
    $$;

    -- A payment before its policy is issued is that of the insurer whose quotes it pays. Where they are of several, it is
    -- nobody's until then.
    create function journal_payments(ids uuid[]) returns void language sql as $$
      insert into account_journal (organization_id, clock_id, policy_id, kind, source_id, day, amount, currency)
      select o.id, coalesce(p.clock_id, c.clock_id), p.id,
        case
          when p.id is null then 'HELD'
          when held.seq is not null then 'APPLIED'
          when m.reverses is not null then 'RETURNED'
          when m.reverses_refund is not null then 'REFUND_RETURNED'
          when m.amount > 0 then 'RECEIVED'
          when planned.seq is not null then 'REFUND_PAID'
          else 'REFUNDED'
        end, m.id,
        (greatest(m.received_at, p.created_at) at time zone o.time_zone)::date,
        m.amount, case when p.id is null then s.currency end
      from payments m
      left join policies p on p.id = m.policy_id
      left join payment_sessions s on s.id = m.session_id
      left join clients c on c.id = s.client_id and p.id is null
      join organizations o on o.id = coalesce(p.issuing_organization_id, s.issuing_organization_id)
      left join account_journal held on held.source_id = m.id and held.kind = 'HELD'
      left join account_journal planned on planned.source_id = m.id and planned.kind = 'REFUND_PLANNED'
      where m.id = any (ids) and m.amount <> 0
      order by m.received_at, m.id
    $$;

    -- All of policies that were written without triggers.
    create function journal_accounts_of(policies uuid[]) returns void language sql as $$
      select journal_statements(array(select id from statements where policy_id = any (policies)));
      select journal_payments(array(select id from payments where policy_id = any (policies)));
      select journal_refunds(array(
        select id from payment_refunds where policy_id = any (policies) and state = 'PENDING'));
    $$;

    create function journal_added() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'statements' then
          perform journal_statements(array_agg(id)) from added having count(*) > 0;
        elsif tg_table_name = 'payments' then
          perform journal_payments(array_agg(id)) from added having count(*) > 0;
        else
          perform journal_refunds(array_agg(id)) from added having count(*) > 0;
        end if;
        return null;
      end
    $$;
    create trigger statements_journal_added after insert on statements
      referencing new table as added for each statement execute function journal_added();
    create trigger payments_journal_added after insert on payments
      referencing new table as added for each statement execute function journal_added();
    create trigger payment_refunds_journal_added after insert on payment_refunds
      referencing new table as added for each statement execute function journal_added();

    create function journal_changed() returns trigger language plpgsql as $$
      begin
        if tg_table_name = 'statements' then
          perform journal_statements(array[new.id]);
        elsif tg_table_name = 'payments' then
          perform journal_payments(array[new.id]);
        else
          perform journal_refunds(array[new.id]);
        end if;
        return null;
      end
    $$;
    create trigger statements_journal_changed after update of billed_on, voided_on on statements for each row
      when ((old.billed_on, old.voided_on) is distinct from (new.billed_on, new.voided_on))
      execute function journal_changed();
    create trigger payments_journal_changed after update of policy_id on payments for each row
      when (old.policy_id is null and new.policy_id is not null)
      execute function journal_changed();
    create trigger payment_refunds_journal_changed after update of state on payment_refunds for each row
      when ((old.state = 'REFUSED') <> (new.state = 'REFUSED'))
      execute function journal_changed();

    select journal_statements(array_agg(id)) from statements;
    select journal_payments(array_agg(id)) from payments;
    select journal_refunds(array_agg(id)) from payment_refunds where state = 'PENDING';
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
