import { asMoney, earnedShare } from './earned-share.js';

/**
 * A common table expression, `parts`: the taxes and fees of each policy and term by type, authority and the state that they were rated for. The lines of an entry
 * are netted first: a cancellation takes amounts back in full and charges what is kept of them, a correction moves them. A
 * write-off is neither tax nor fee. What is earned of a tax in a term is rounded once.
 */
export const chargeParts = (ofClock: string) => `
  parts as (
    select policy_id, term_number, charge_type, authority, risk_state, charged - returned as written, charged, returned, earned,
      charged - returned - earned as unearned, false as counts
    from (
      select policy_id, term_number, charge_type, authority, risk_state, sum(greatest(amount, 0.00)) as charged,
        sum(greatest(-amount, 0.00)) as returned, ${asMoney('sum(earned)', { digits: 'max(digits)' })} as earned
      from (
        select j.policy_id, j.term_number, j.charge_type, j.authority, j.state as risk_state, sum(j.charge_change) as amount,
          sum(${earnedShare('j.charge_change')}) as earned, max(versions.digits) as digits
        from ledger_journal j
        join policies p on p.id = j.policy_id and ${ofClock}
        join versions on versions.id = p.product_version_id
        where p.issuing_organization_id = :organization and j.created_at < :endAt
          and j.charge_change <> 0 and j.charge_type <> 'WRITE_OFF'
        group by j.policy_id, j.term_number, j.charge_type, j.authority, j.state, j.entry_id, j.statement_id, j.kind
      ) entries
      group by policy_id, term_number, charge_type, authority, risk_state
    ) charges
  )`;
