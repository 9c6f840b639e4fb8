import { standingOf } from '../../domain/billing/payment-status.js';
import { grouped } from '../../domain/ground/grouped.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { stateToday } from '../../domain/policy/state-on.js';
import { businessTimesOf, type TimeSources } from '../clock.js';
import type { Database } from '../database.js';
import { Payment } from '../models/payment.js';
import { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';

/** What reads policies for notifications. */
export interface NotificationSources {
  db: Database;
  catalog: TimeSources['catalog'];
}

/** A policy as notifications have it. */
export interface PolicyInBody {
  policy: Policy;
  shown: JsonObject;
}

/** Policies as they are now, in the form of notifications, by their ids. Those that are deleted are missing. */
export async function policiesInBodies(
  { db, catalog }: NotificationSources,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, PolicyInBody>> {
  if (ids.length === 0) return new Map();
  const wanted = [...new Set(ids)];
  const [policies, statements, payments] = await Promise.all([
    Policy.query(db).findByIds(wanted),
    Statement.query(db).whereIn('policy_id', wanted).select('policy_id', 'amount', 'due_date', 'state'),
    Payment.query(db).whereIn('policy_id', wanted).select('policy_id', 'amount'),
  ]);
  const timeOf = await businessTimesOf(db, { catalog, now: () => now }, policies);
  const billed = grouped(statements, ({ policyId }) => policyId);
  const paid = grouped(payments, ({ policyId }) => policyId);
  return new Map(
    policies.map((policy) => {
      const { id, policyNumber, recordVersion, premium } = policy;
      const { today } = timeOf(policy);
      const { balance } = standingOf(billed.get(id) ?? [], paid.get(id) ?? [], today);
      const shown = {
        policyNumber,
        version: recordVersion,
        policyState: stateToday(policy, today),
        premium: Number(premium),
        balance: Number(balance),
      };
      return [id, { policy, shown }];
    }),
  );
}
