import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { Policy } from '../models/policy.js';
import { updatePolicy } from '../policy-changes/lock-policy.js';
import { recordPolicyChange } from '../policy-changes/record-change.js';
import { readPolicyStanding } from './read-history.js';

/** Records that a locked policy will not be renewed, once: false if that was recorded before. */
export async function nonRenewPolicy(
  trx: Knex,
  policy: Policy,
  {
    label,
    description,
    triggerRequestId,
    now,
  }: { label: string; description: string; triggerRequestId: string; now: BusinessTime },
): Promise<boolean> {
  if (policy.nonRenewed) return false;
  const { term } = await readPolicyStanding(trx, policy);
  const nonRenewed = await updatePolicy(
    trx,
    policy,
    { nonRenewed: true, renewalQuoteId: null, renewalWaits: null },
    now,
  );
  await recordPolicyChange(trx, nonRenewed, {
    kind: 'NON_RENEW',
    effectiveDate: policy.expirationDate,
    recordedAt: now,
    lines: [],
    termPremium: term.stretches.at(-1)?.termPremium ?? '0.00',
    triggerRequestId,
    event: {
      id: derivedId(policy.id, 'NON_RENEW', String(policy.termNumber), 'event'),
      type: 'RENEWAL_CANCELLED',
      label,
      description,
    },
  });
  return true;
}
