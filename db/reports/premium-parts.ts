import { asMoney, earnedShare, exposureShare } from './earned-share.js';
import { partsOfAgreements, partsOfChanges, termsInForce } from './terms-in-force.js';

/**
 * Shorter numbers take half the time. A sum would be rounded otherwise than with 200 decimals if it were within 10^-50 of a half
 * and yet another number: a term would need a score of periods whose days have no common divisor.
 */
const decimals = 60;

/** A rounded amount for each part of a term: the difference of two rounded running totals. */
const allotted = (exact: string) => {
  const sum = `sum(${exact}) over parts`;
  return `${asMoney(sum, { decimals })} - ${asMoney(`${sum} - ${exact}`, { decimals })}`;
};

/**
 * Common table expressions that end with `parts`: the premium of each policy and term by coverage, class of the unit and state,
 * the smallest parts that reports group by. What is earned of a term is exact for each part, and rounded once for the term, as
 * in `premiumRows`; running totals allot it to the parts, in the order of coverage, class and state. So all groupings add up to
 * the same cents.
 *
 * Exposure is exact up to here, and null for what has none; it is of units and policies, and of no coverage.
 *
 * Premium in force is the price of the whole term on the day: of the lines that the term began with, what changes
 * added, and agreed amounts at the rate of their days; what a cancellation in the future returns is still in force. `counts` says of which parts a policy in force is: of those with premium in
 * force, or of all if it has none.
 */
export const premiumParts = (ofClock: string) => `
  ${termsInForce(ofClock)},
  parts as (
    select policy_id, term_number, coverage, unit_class, risk_state,
      written, earned, written - earned as unearned,
      case when is_in_force then in_term else 0.00 end as "inForcePremium",
      written_exposure as "writtenExposure", earned_exposure as "earnedExposure",
      is_in_force and (in_term <> 0 or not has_price) as counts
    from (
      select *, coalesce(bool_or(in_term <> 0) over (partition by policy_id, term_number), false) as has_price
      from (
        select policy_id, term_number, coverage, unit_class, risk_state, is_in_force, written,
          ${allotted('earned')} as earned, in_term, written_exposure, earned_exposure
        from (
          select policy_id, term_number, coverage, unit_class, state as risk_state, bool_or(is_in_force) as is_in_force,
            sum(written) as written, sum(earned) as earned, sum(in_term) as in_term, max(digits) as digits,
            round(sum(written_exposure), ${decimals - 10}) as written_exposure,
            round(sum(earned_exposure), ${decimals - 10}) as earned_exposure
          from (
            select j.policy_id, j.term_number, j.coverage, j.unit_class, j.state,
              t.policy_id is not null as is_in_force,
              j.premium_change as written,
              ${earnedShare('j.premium_change', { decimals })} as earned,
              case when t.policy_id is not null and j.begins_term then j.premium_change else 0.00 end as in_term,
              j.digits,
              ${exposureShare({ decimals, until: 'j.earned_until' })} as written_exposure,
              ${exposureShare({ decimals, until: 'least(j.earned_until, cast(:end as date))' })} as earned_exposure
            from (
              select j.*, j.kind = 'RECORDED' and j.entry_id = first_value(j.entry_id) over (
                partition by j.policy_id, j.term_number order by j.seq
              ) as begins_term
              from (
                select j.policy_id, j.term_number, j.seq, j.entry_id, j.kind, j.coverage, j.unit_class, j.state,
                  j.premium_change, j.earned_from, j.earned_until, j.exposure_change, j.exposure_days, versions.digits
                from ledger_journal j
                join policies p on p.id = j.policy_id and ${ofClock}
                join versions on versions.id = p.product_version_id
                where p.issuing_organization_id = :organization and j.created_at < :endAt
              ) j
            ) j
            left join in_force t on t.policy_id = j.policy_id and t.term_number = j.term_number
            union all
            select policy_id, term_number, coverage, unit_class, state, true, 0.00, 0, in_term, 0, null, null
            from (${partsOfChanges} union all ${partsOfAgreements}) changes
          ) amounts
          group by policy_id, term_number, coverage, unit_class, state
        ) exact
        window parts as (
          partition by policy_id, term_number order by coverage, unit_class, risk_state rows unbounded preceding
        )
      ) allotted
    ) priced
    where written <> 0 or earned <> 0 or written_exposure <> 0 or earned_exposure <> 0 or (is_in_force and (in_term <> 0 or not has_price))
  )`;
