import type { Policy } from '../../db/models/policy.js';
import type { Standing } from '../../domain/billing/payment-status.js';
import type { AnsweredStanding } from '../../domain/events/fields/payment-results.js';
import { stateToday } from '../../domain/policy/state-on.js';

/** The state of a policy's account in a trigger result; money in major units. */
export function describedStanding(
  policy: Policy,
  { status, due, paid, balance }: Standing,
  today: string,
): AnsweredStanding {
  return {
    policyId: policy.id,
    policyNumber: policy.policyNumber,
    policyState: stateToday(policy, today),
    status,
    due: Number(due),
    paid: Number(paid),
    balance: Number(balance),
  };
}
