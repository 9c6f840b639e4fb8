import type { PolicyState } from './policy-state.js';
import { type PolicyHistory, policyOn } from './timeline.js';

/**
 * The state of a policy on a day, from its state today. It is ACTIVE on a covered day, and before its first one, like
 * a policy that was issued ahead. On any other day coverage has ended; whether the account is settled is today's.
 */
export function stateOn(history: PolicyHistory, date: string, today: PolicyState): PolicyState {
  const isPending = today === 'PENDING_FINANCE_CONFIRMATION';
  const found = policyOn(history, date);
  if (found === null || found.inForce) return isPending ? today : 'ACTIVE';
  return isPending || today === 'ACTIVE' ? 'INACTIVE_UNSETTLED' : today;
}
