/**
 * Written and earned premium of each policy and term. It is earned like `earnedOn` in the domain: the exact sum
 * of the lines' shares by days, rounded once, half a cent away from zero. With 200 decimals the sum is exact
 * enough for that: the shares of terms of a year have no common denominator above 10^160. Cutting it to 190
 * decimals first restores half cents that a quotient falls short of. Sorting first needs less time and memory than
 * grouping the lines of a large book by hash.
 */
export const premiumRows = (ofClock: string) => `
  select policy_id, term_number, written, earned, written - earned as unearned
  from (
    select j.policy_id, j.term_number, sum(j.premium_change) as written,
      round(round(sum(
        case
          when j.premium_change = 0 or j.earned_from > cast(:end as date) then 0
          when j.earned_until <= cast(:end as date) then j.premium_change
          else round(j.premium_change * (cast(:end as date) - j.earned_from), 200) / (j.earned_until - j.earned_from)
        end
      ), 190), 2) as earned
    from (
      select j.policy_id, j.term_number, j.premium_change, j.earned_from, j.earned_until
      from ledger_journal j
      join policies p on p.id = j.policy_id and ${ofClock}
      where p.issuing_organization_id = :organization and j.created_at < :endAt
      order by j.policy_id, j.term_number
    ) j
    group by j.policy_id, j.term_number
  ) lines`;
