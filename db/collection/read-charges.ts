import type { Knex } from 'knex';
import type { PlannedCharges } from '../../domain/billing/collection.js';

/**
 * How far the charges of a policy's open statements are, by statement; of those that are charged by themselves. A statement is
 * left out while a charge of it is under way, after a decline that no retry helps, and once a charge under the agreement has
 * succeeded, whatever became of the money: a person decides on another one. A charge whose event has ended without
 * its result counts: the next one asks for it first.
 */
export async function chargesOfPolicy(trx: Knex, policyId: string): Promise<Map<string, PlannedCharges>> {
  const { rows } = await trx.raw<{ rows: (PlannedCharges & { statementId: string })[] }>(
    `select s.id as "statementId", a.version as agreement, tried.attempts, tried.last_on as "lastOn",
       coalesce(n.amount, (select c.amount from collections c
         where c.policy_id = a.policy_id and c.state = 'SUCCEEDED' order by c.created_at desc limit 1)) as announced,
       coalesce(to_char(s.due_date, 'YYYY-MM') > m.expiry and not coalesce(n.card_told, false), false) as "runsOut"
     from collection_agreements a
     join saved_methods m on m.id = a.method_id and m.state = 'ACTIVE'
     join statements s on s.policy_id = a.policy_id and s.state in ('SCHEDULED', 'DUE', 'PAST_DUE')
       and s.amount > 0 and s.due_date >= a.first_day
     left join collection_notices n on n.statement_id = s.id
     cross join lateral (
       select count(*) filter (where c.agreement = a.version and c.state <> 'NOT_CHARGED'
             and (c.state <> 'PENDING' or e.closed_at is not null))::int as attempts,
         max(c.on_day) filter (where c.agreement = a.version and c.state <> 'NOT_CHARGED') as last_on,
         coalesce(bool_or(c.state = 'PROCESSING'
           or (c.agreement = a.version and (c.state = 'SUCCEEDED' or (c.state = 'DECLINED' and not c.tries_again)))), false) as rests
       from collections c join events e on e.trigger_request_id = c.trigger_request_id
       where c.statement_id = s.id
     ) tried
     where a.policy_id = ? and a.ended_at is null and not tried.rests`,
    [policyId],
  );
  return new Map(
    rows.map(({ statementId, lastOn, ...charges }) => [
      statementId,
      { ...charges, lastOn: charges.attempts === 0 ? null : lastOn },
    ]),
  );
}
