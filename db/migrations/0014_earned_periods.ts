import type { Knex } from 'knex';

/**
 * The period over which each amount of the ledger's journal is earned. Earlier lines get theirs: the premium of a
 * term its term, a change from its date to the term's end, a penalty its day, an entry by hand from its date to the
 * term's end. Lines that were several amounts in one are split by further lines, which leave the sums as they are.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(columns);
  await knex.raw('alter table ledger_journal disable trigger ledger_journal_append_only');
  await knex.raw(periods);
  await knex.raw('alter table ledger_journal enable trigger ledger_journal_append_only');
  await knex.raw(splits);
  await knex.raw(rules);
}

const columns = `
  alter table ledger_journal
    add column earned_from date,
    add column earned_until date,
    drop constraint ledger_journal_kind_check,
    add constraint ledger_journal_kind_check
      check (kind in ('RECORDED', 'EDITED', 'DELETED', 'APPLIED', 'MOVED'));
`;

/** The terms of all policies, with their corrected dates. */
const terms = `
  with begun as (
    select distinct on (c.policy_id, c.term_number) c.policy_id, c.term_number, c.effective_date,
      (c.data ->> 'expirationDate')::date as expiration_date
    from policy_changes c
    where c.kind in ('ISSUE', 'RENEW', 'CORRECT_EFFECTIVE_DATE')
    order by c.policy_id, c.term_number, c.seq desc
  ), terms as (
    select b.policy_id, b.term_number, b.effective_date,
      case when b.term_number = p.term_number then p.expiration_date
        else coalesce(b.expiration_date, next.effective_date, p.expiration_date) end as expiration_date
    from begun b
    join policies p on p.id = b.policy_id
    left join begun next on next.policy_id = b.policy_id and next.term_number = b.term_number + 1
  )`;

/** The change that recorded each line; none for lines by hand. */
const changeOfLine = `
  left join lateral (
    select c.seq, c.kind, c.quote_id, c.effective_date, c.data from policy_changes c
    where c.policy_id = j.policy_id and c.term_number = j.term_number and j.kind = 'RECORDED'
      and c.recorded_at = j.created_at and c.effective_date = j.effective_date
      and c.premium_change = j.premium_change
      and c.trigger_request_id is not distinct from j.trigger_request_id
    order by c.seq limit 1
  ) c on true`;

const periods = `
  ${terms}
  update ledger_journal line set earned_from = of.day, earned_until = of.expiration_date
  from (
    select j.seq, t.expiration_date, case when c.kind in ('ISSUE', 'RENEW') then t.effective_date
      else least(greatest(j.effective_date, t.effective_date), t.expiration_date) end as day
    from ledger_journal j
    join terms t on t.policy_id = j.policy_id and t.term_number = j.term_number
    ${changeOfLine}
    where j.premium_change <> 0
  ) of
  where line.seq = of.seq;
`;

/**
 * A quoted change has a line for each stretch of the term; the penalty of a cancellation that was not undone is
 * earned on its day; an edit takes the amount back from its earlier date.
 */
const splits = `
  ${terms}, lines as (
    select j.*, c.seq as change, c.kind as change_kind, c.quote_id, c.data as change_data, t.effective_date as begins,
      t.expiration_date as ends
    from ledger_journal j
    join terms t on t.policy_id = j.policy_id and t.term_number = j.term_number
    ${changeOfLine}
    where j.premium_change <> 0
  ), moved as (
    select l.seq, l.earned_from, l.earned_until, -l.premium_change as amount, 0 as place
    from lines l
    where l.change_kind in ('ENDORSE', 'TRUE_UP') and l.quote_id is not null
      and jsonb_array_length(l.change_data -> 'stretches') > 1
    union all
    select l.seq, least(greatest((s ->> 'from')::date, l.begins), l.ends),
      least(greatest((s ->> 'until')::date, l.begins), l.ends), (s ->> 'amount')::numeric, 1
    from lines l cross join jsonb_array_elements(l.change_data -> 'stretches') s
    where l.change_kind in ('ENDORSE', 'TRUE_UP') and l.quote_id is not null
      and jsonb_array_length(l.change_data -> 'stretches') > 1
    union all
    select l.seq, day, case when sign < 0 then l.earned_until else day end,
      sign * (l.change_data ->> 'penalty')::numeric, 2
    from lines l cross join lateral (values (-1, l.earned_from), (1, l.earned_from)) v (sign, day)
    where l.change_kind = 'CANCEL' and not exists (
      select from policy_changes later where later.policy_id = l.policy_id and later.term_number = l.term_number
        and later.kind = 'REINSTATE' and later.seq > l.change
    )
    union all
    select l.seq, least(greatest(day, l.begins), l.ends), l.ends, sign * (l.data #>> '{before,premium}')::numeric, 3
    from lines l
    cross join lateral (values
      (-1, (l.data #>> '{before,effectiveDate}')::date), (1, l.effective_date)
    ) v (sign, day)
    where l.kind = 'EDITED' and (l.data #>> '{before,effectiveDate}')::date <> l.effective_date
  )
  insert into ledger_journal (
    entry_id, policy_id, kind, term_number, premium_change, effective_date, earned_from, earned_until,
    trigger_request_id, created_at, created_by
  )
  select l.entry_id, l.policy_id, l.kind, l.term_number, m.amount, l.effective_date, m.earned_from, m.earned_until,
    l.trigger_request_id, l.created_at, l.created_by
  from moved m join lines l on l.seq = m.seq
  where m.amount <> 0
  order by m.seq, m.place, m.earned_from;
`;

/** A process of the previous version writes no periods: they are filled in. */
const rules = `
  create function fill_earned_period() returns trigger language plpgsql as $$
    begin
      new.earned_from := new.effective_date;
      new.earned_until := greatest(
        new.effective_date, (select expiration_date from policies where id = new.policy_id)
      );
      return new;
    end
  $$;
  create trigger ledger_journal_earned_period before insert on ledger_journal for each row
    when (new.earned_from is null and new.premium_change <> 0) execute function fill_earned_period();
  alter table ledger_journal add constraint ledger_journal_earned_period
    check (earned_until >= earned_from and (premium_change = 0 or earned_from is not null));
`;

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
