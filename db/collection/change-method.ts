import type { Knex } from 'knex';
import type { MethodStanding, MethodState } from '../../domain/billing/saved-method.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { CollectionAgreement } from '../models/collection-agreement.js';
import { Policy } from '../models/policy.js';
import { PolicyEvent } from '../models/policy-event.js';
import { SavedMethod } from '../models/saved-method.js';
import { recordPolicyEvent } from '../policy-changes/record-change.js';
import { closeTasks } from '../tasks/close-tasks.js';
import type { LinkAddress } from './links.js';
import { askForPerson, tellStopped } from './tell.js';

/** What the provider's standing makes of a method: a decline and a dispute stay, unless the provider has renewed the card. */
export function stateAfter(
  { state, expiry }: Pick<SavedMethod, 'state' | 'expiry'>,
  standing: MethodStanding,
): MethodState {
  if (state === 'DETACHED' || standing.state !== 'ACTIVE')
    return state === 'PENDING' || standing.state === 'DETACHED' ? standing.state : state;
  const isRenewed = standing.expiry !== expiry;
  return state === 'PENDING' || ((state === 'EXPIRED' || state === 'DECLINED') && isRenewed)
    ? 'ACTIVE'
    : state;
}

/** Takes over what the provider says of a method; answers the policies that are charged to it. */
export async function takeStanding(
  trx: Knex,
  id: string,
  standing: MethodStanding,
  now: Date,
): Promise<{ method: SavedMethod; policyIds: string[] }> {
  const method = await SavedMethod.query(trx).findById(id).forUpdate().throwIfNotFound();
  const state = stateAfter(method, standing);
  const { kind, brand, lastFour, expiry, methodReference, mandateReference } = standing;
  const known = standing.state === 'ACTIVE' && { kind, brand, lastFour, expiry, mandateReference };
  const changed = await method.$query(trx).patchAndFetch({
    ...known,
    state,
    ...(methodReference !== null && { methodReference }),
    ...(state === 'ACTIVE' && { reason: null }),
    updatedAt: now,
  });
  return { method: changed, policyIds: await policiesChargedTo(trx, id) };
}

/** The policies whose collection goes on by a method. */
export async function policiesChargedTo(trx: Knex, methodId: string): Promise<string[]> {
  const agreements = await CollectionAgreement.query(trx)
    .where('method_id', methodId)
    .whereNull('ended_at')
    .orderBy('policy_id');
  return agreements.map(({ policyId }) => policyId);
}

/** Tells of the other policies that are charged to a method which is not charged any more. */
export async function tellOthers(
  trx: Knex,
  method: SavedMethod,
  { but, ...context }: { but: string; now: BusinessTime; addressOf?: LinkAddress },
): Promise<void> {
  const others = (await policiesChargedTo(trx, method.id)).filter((id) => id !== but);
  for (const id of others) {
    const policy = await Policy.query(trx).findById(id).throwIfNotFound();
    await tellStopped(trx, policy, method, context);
  }
}

export interface DisputeOfCharge {
  disputeId: string;
  policyId: string;
  methodId: string;
  /** The provider's status; one that is over was `won`, `lost` or an inquiry that was closed. */
  status: string;
  reason: string;
  now: BusinessTime;
}

/** Notes a dispute about a charge: the method rests until it is closed, and for good if it is lost. Safe to repeat. */
export async function noteDispute(
  trx: Knex,
  { disputeId, policyId, methodId, status, reason, now }: DisputeOfCharge,
): Promise<void> {
  const method = await SavedMethod.query(trx).findById(methodId).forUpdate().throwIfNotFound();
  const policy = await Policy.query(trx).findById(policyId).throwIfNotFound();
  const says = async (label: string, step: string) =>
    recordPolicyEvent(trx, policyId, {
      id: derivedId('dispute', disputeId, policyId, step),
      type: 'PAYMENT_DISPUTED',
      label,
      description: `${disputeId}: ${reason}`,
      data: { disputeId, paymentMethodId: methodId, status },
      effectiveDate: now.today,
      now,
    });
  const turn = (state: MethodState, because: string | null) =>
    method.$query(trx).patchAndFetch({ state, reason: because, updatedAt: now });
  const isClosed = status === 'won' || status === 'lost' || status === 'warning_closed';
  if (!isClosed) {
    // The provider's messages may come in another order.
    const closed = await PolicyEvent.query(trx).findById(derivedId('dispute', disputeId, policyId, 'closed'));
    if (closed !== undefined) return;
    if (method.state === 'ACTIVE') {
      const resting = await turn('DISPUTED', `dispute ${disputeId}`);
      await tellOthers(trx, resting, { but: policyId, now });
    }
    await says('Payment disputed', 'opened');
    const title = `${policy.policyNumber}: the payment is disputed (${reason})`;
    const key = `dispute/${disputeId}`;
    return askForPerson(trx, policy, { key, title, waitsFor: key, now });
  }
  if (method.state === 'DISPUTED' && method.reason === `dispute ${disputeId}`) {
    await (status === 'lost' ? turn('DECLINED', `dispute ${disputeId} was lost`) : turn('ACTIVE', null));
  }
  const label = status === 'lost' ? 'Dispute lost' : 'Dispute closed';
  await says(label, 'closed');
  await closeTasks(trx, { waitsFor: `dispute/${disputeId}`, reason: label, now });
}
