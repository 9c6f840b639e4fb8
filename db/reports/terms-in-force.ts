import { asMoney } from './earned-share.js';

/** The kinds of changes that say from when until when a term is: the last one known does. */
const datesOfTerm = "('ISSUE', 'RENEW', 'CORRECT_EFFECTIVE_DATE')";

/** Whether a stretch `s` of a term `t` has the report's day. */
const onDay = `(s."from" <= cast(:day as date) or s."from" = any (t.firsts))
      and (s.until > cast(:day as date) or s.until = any (t.ends))`;

/**
 * Common table expressions: `in_force` has the term of each policy that covers the report's day, as `policyOn` in the domain has it.
 * It has begun, is neither over nor canceled by then, and the day is in no lapse. `firsts` and `ends` are all first
 * and last days that the term has had: what begins or ends with a term is moved with it.
 */
export const termsInForce = (ofClock: string) => `
  terms as materialized (
    select c.policy_id, c.term_number,
      array_agg(c.effective_date order by c.seq desc) filter (where c.kind in ${datesOfTerm}) as firsts,
      array_agg(
        cast(coalesce(c.data ->> 'expirationDate', cast(p.expiration_date as text)) as date) order by c.seq desc
      ) filter (where c.kind in ${datesOfTerm}) as ends,
      array_agg(case c.kind when 'CANCEL' then c.effective_date end order by c.seq desc)
        filter (where c.kind in ('CANCEL', 'REINSTATE')) as canceled
    from policy_changes c
    join policies p on p.id = c.policy_id and ${ofClock}
    where p.issuing_organization_id = :organization and c.recorded_at < :endAt
      and c.kind in ('ISSUE', 'RENEW', 'CORRECT_EFFECTIVE_DATE', 'CANCEL', 'REINSTATE')
    group by c.policy_id, c.term_number
  ),
  lapsed as materialized (
    select distinct t.policy_id, t.term_number
    from terms t
    join policy_changes c on c.policy_id = t.policy_id and c.term_number = t.term_number
      and c.kind = 'REINSTATE' and c.recorded_at < :endAt
    cross join lateral jsonb_to_recordset(c.data -> 'stretches') s ("from" date, until date)
    where ${onDay}
  ),
  in_force as materialized (
    select t.policy_id, t.term_number, t.firsts, t.ends, t.ends[1] - t.firsts[1] as days
    from (
      select distinct on (policy_id) * from terms
      where firsts[1] <= cast(:day as date)
      order by policy_id, term_number desc
    ) t
    where coalesce(t.canceled[1], t.ends[1]) > cast(:day as date)
      and not exists (select from lapsed l where l.policy_id = t.policy_id and l.term_number = t.term_number)
  ),
  endorsements as materialized (
    select c.policy_id, c.term_number, c.seq, c.effective_date, c.recorded_at, c.trigger_request_id, c.quote_id, c.data
    from policy_changes c
    join policies p on p.id = c.policy_id and ${ofClock}
    where p.issuing_organization_id = :organization and c.recorded_at < :endAt and c.kind in ('ENDORSE', 'TRUE_UP')
  )`;

/**
 * What the changes of the terms in force add to the price of a whole term on the report's day, by what it is for. A change
 * that a caller stated without its parts is one of the policy as a whole.
 */
export const partsOfChanges = `
  select t.policy_id, t.term_number, part.coverage, part."unitClass" as unit_class, part.state,
    coalesce(part."inTerm", 0) as in_term
  from in_force t
  join endorsements c on c.policy_id = t.policy_id and c.term_number = t.term_number
  cross join lateral jsonb_to_recordset(c.data -> 'stretches') s ("from" date, until date, "inTerm" numeric, parts jsonb)
  cross join lateral jsonb_to_recordset(
    coalesce(s.parts, jsonb_build_array(jsonb_build_object('inTerm', s."inTerm")))
  ) part (coverage text, "unitClass" text, state text, "inTerm" numeric)
  where ${onDay}`;

/**
 * The same of agreed amounts, which are earned evenly from their day: each at the rate of its days, rounded once, as in
 * `priceAmount` of the domain. Running totals allot its cents to its lines.
 */
export const partsOfAgreements = `
  select policy_id, term_number, coverage, unit_class, state,
    ${asMoney('until_then')} - ${asMoney('until_then - exact')} as in_term
  from (
    select *, sum(exact) over (partition by policy_id, change order by seq) as until_then
    from (
      select j.policy_id, j.term_number, c.seq as change, j.seq, j.coverage, j.unit_class, j.state,
        round(j.premium_change * t.days, 200) / (j.earned_until - j.earned_from) as exact, versions.digits
      from in_force t
      join endorsements c on c.policy_id = t.policy_id and c.term_number = t.term_number and c.quote_id is null
        and (c.effective_date <= cast(:day as date) or c.effective_date = any (t.firsts))
      join policies p on p.id = t.policy_id
      join versions on versions.id = p.product_version_id
      join ledger_journal j on j.policy_id = c.policy_id and j.term_number = c.term_number
        and j.created_at = c.recorded_at and j.trigger_request_id is not distinct from c.trigger_request_id
        and j.kind = 'RECORDED' and j.basis = 'AGREED' and j.earned_until > j.earned_from
    ) lines
  ) changes`;
