import { addDays } from '../../../api/days.js';
import { lapseOf } from '../../../parts/policy-state.js';
import type { PolicyRecord } from '../record.js';

export interface KnownCancellation {
  /** The first day without coverage. */
  on: string;
  /** It was only announced. */
  isNotice: boolean;
}

const begins = new Set(['POLICY_CANCELED', 'CANCELLATION_NOTICE']);
const ends = new Set(['POLICY_REINSTATED', 'CANCELLATION_NOTICE_WITHDRAWN', 'POLICY_RENEWED']);

/** The cancellation that a reinstatement would undo, or the notice that it would withdraw. */
export function cancellationOf({
  policy,
  events,
}: Pick<PolicyRecord, 'policy' | 'events'>): KnownCancellation | undefined {
  const last = events.findLast(({ type }) => begins.has(type) || ends.has(type));
  if (!last || ends.has(last.type) || policy.policyState === 'CLOSED') return undefined;
  // Both policies would cover.
  if (policy.rewrittenTo !== undefined) return undefined;
  const isNotice = last.type === 'CANCELLATION_NOTICE';
  const on = isNotice ? last.effectiveDate : addDays(policy.lastDayWithCoverage, 1);
  return on === undefined ? undefined : { on, isNotice };
}

/**
 * Whether a policy is in force until its term ends, perhaps after a lapse: it can be changed, canceled and renewed.
 */
export const isInForce = ({ policy, today }: Pick<PolicyRecord, 'policy' | 'today'>): boolean =>
  (policy.policyState === 'ACTIVE' || lapseOf(policy, today) !== undefined) &&
  addDays(policy.lastDayWithCoverage, 1) === policy.expirationDate;
