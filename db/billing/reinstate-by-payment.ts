import type { Knex } from 'knex';
import { Decimal } from '../../domain/expression/index.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { Objection } from '../../domain/ground/objection.js';
import { exactText } from '../../domain/money/amount-text.js';
import {
  type AccountToReinstate,
  isPaidInTime,
  type KeptReinstatement,
  type ReinstatementByPayment,
  reinstatementToKeep,
} from '../../domain/policy/reinstatement-by-payment.js';
import { firedByService } from '../events/event-keys.js';
import type { FollowUp } from '../events/follow-up.js';
import type { Policy } from '../models/policy.js';
import { PolicyChange } from '../models/policy-change.js';
import { Statement } from '../models/statement.js';
import { refundsOnTheirWay } from './pending-refunds.js';
import { standingOfPolicy } from './settle-account.js';

/** A follow-up event with the configuration of its policy's product. */
export type FollowUpOfPolicy = FollowUp & { about: Pick<Policy, 'productId' | 'productVersionId'> };

/**
 * What a late payment must reach to reinstate a policy that is about to be canceled. Null without the product's rule,
 * without unpaid statements, and for a policy that waits for its finance company: it was never in force.
 */
export async function keptReinstatement(
  trx: Knex,
  { id, policyState }: Policy,
  {
    rule,
    unpaid,
    cancelledOn,
    now,
  }: { rule: ReinstatementByPayment | undefined; unpaid: string[]; cancelledOn: string; now: BusinessTime },
): Promise<KeptReinstatement | null> {
  if (rule === undefined || unpaid.length === 0 || policyState !== 'ACTIVE') return null;
  return reinstatementToKeep(rule, { ...(await readAccount(trx, id, now)), unpaid, cancelledOn });
}

/** The reinstatement of a canceled policy that was paid in time; none for any other. The policy must be locked. */
export async function reinstatementByPayment(
  trx: Knex,
  policy: Policy,
  now: BusinessTime,
): Promise<FollowUpOfPolicy[]> {
  const { id: policyId, cancelledOn, policyState, productId, productVersionId } = policy;
  const cancellation = policyState === 'CLOSED' ? undefined : await lastCancellation(trx, policy);
  const kept = cancellation?.data.reinstatementByPayment;
  if (cancellation === undefined || kept === undefined || cancelledOn === null) return [];
  const account = await readAccount(trx, policyId, now);
  if (!isPaidInTime(kept, { ...account, today: now.today })) return [];
  const payload = { policyId, effectiveDate: cancelledOn, label: 'Reinstated by payment' };
  const about = { productId, productVersionId };
  return [{ id: eventIdOf(cancellation), type: 'POLICY_REINSTATE', payload, about }];
}

/** Why nothing can be refunded while a payment reinstates the policy; null if none does. */
export async function whyNotRefundNow(trx: Knex, policy: Policy): Promise<Objection | null> {
  const cancellation = await lastCancellation(trx, policy);
  if (cancellation === undefined) return null;
  const sides = [policy.sellerOrganizationId, policy.issuingOrganizationId];
  const events = await firedByService(trx, sides, [eventIdOf(cancellation)]);
  if (!events.some(({ state }) => state === 'ACCEPTED' || state === 'RUNNING')) return null;
  return { reason: 'a payment is reinstating the policy: refund what is owed afterwards', field: 'policyId' };
}

/** The change that canceled a policy; undefined if it is not canceled, or was audited since and stays canceled. */
async function lastCancellation(
  trx: Knex,
  { id, termNumber, cancelledOn }: Policy,
): Promise<PolicyChange | undefined> {
  if (cancelledOn === null) return undefined;
  const last = await PolicyChange.query(trx)
    .where({ policy_id: id, term_number: termNumber })
    .whereIn('kind', ['CANCEL', 'TRUE_UP'])
    .orderBy('seq', 'desc')
    .first();
  return last?.kind === 'CANCEL' ? last : undefined;
}

/** Each cancellation is undone by payment once. */
const eventIdOf = ({ policyId, seq }: PolicyChange): string =>
  derivedId(policyId, 'reinstatement by payment', String(seq));

async function readAccount(trx: Knex, policyId: string, now: BusinessTime): Promise<AccountToReinstate> {
  const statements = await Statement.query(trx)
    .where('policy_id', policyId)
    .select('id', 'kind', 'state', 'amount', 'paid_amount');
  const { paid } = await standingOfPolicy(trx, policyId, now.today);
  const { amount: onItsWay } = await refundsOnTheirWay(trx, policyId);
  return { statements, paid: exactText(Decimal.of(paid).minus(onItsWay)) };
}
