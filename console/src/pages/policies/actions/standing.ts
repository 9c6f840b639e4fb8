import { addDays } from '../../../api/days.js';
import { lapseOf } from '../../../parts/policy-state.js';
import type { PolicyRecord } from '../record.js';

export interface KnownCancellation {
  /** The first day without coverage. */
  on: string;
  /** It was only announced. */
  isNotice: boolean;
}

/** The cancellation that a reinstatement would undo, or the notice that it would withdraw. */
export function cancellationOf({
  policy: { standing, policyState, rewrittenTo },
}: Pick<PolicyRecord, 'policy'>): KnownCancellation | undefined {
  // Both policies would cover.
  if (policyState === 'CLOSED' || rewrittenTo !== undefined) return undefined;
  if (standing?.type !== 'CANCELS' && standing?.type !== 'CANCELED') return undefined;
  return { on: standing.on, isNotice: standing.isNotice === true };
}

/**
 * Whether a policy is in force until its term ends, perhaps after a lapse: it can be changed, canceled and renewed.
 */
export const isInForce = ({ policy, today }: Pick<PolicyRecord, 'policy' | 'today'>): boolean =>
  (policy.policyState === 'ACTIVE' || lapseOf(policy, today) !== undefined) &&
  addDays(policy.lastDayWithCoverage, 1) === policy.expirationDate;

/** Whether answers of a policy can be changed now, by this person. */
export const mayEndorse = (record: PolicyRecord): boolean =>
  isInForce(record) && record.mayFire('POLICY_ENDORSEMENT_QUOTING') && record.mayFire('POLICY_ENDORSE');
