import { asMoney, earnedShare } from './earned-share.js';

/**
 * Written and earned premium of each policy and term: the exact sum of the lines' shares by days, rounded once. Sorting first
 * needs less time and memory than grouping the lines of a large book by hash.
 */
export const premiumRows = (ofClock: string) => `
  select policy_id, term_number, written, earned, written - earned as unearned
  from (
    select j.policy_id, j.term_number, sum(j.premium_change) as written,
      ${asMoney(`sum(${earnedShare('j.premium_change')})`, { digits: 'max(j.digits)' })} as earned
    from (
      select j.policy_id, j.term_number, j.premium_change, j.earned_from, j.earned_until, versions.digits
      from ledger_journal j
      join policies p on p.id = j.policy_id and ${ofClock}
      join versions on versions.id = p.product_version_id
      where p.issuing_organization_id = :organization and j.created_at < :endAt
      order by j.policy_id, j.term_number
    ) j
    group by j.policy_id, j.term_number
  ) lines`;
