import type { Knex } from 'knex';
import { moneyInWords } from '../../domain/billing/collection-words.js';
import { kindOfDecline } from '../../domain/billing/decline.js';
import type { PaymentMethod } from '../../domain/billing/payment-kind.js';
import { methodInWords } from '../../domain/billing/saved-method.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { type AppliedPayments, applyPayments, keepPayment } from '../billing/receive-payment.js';
import { Collection } from '../models/collection.js';
import { Payment } from '../models/payment.js';
import type { Policy } from '../models/policy.js';
import { SavedMethod } from '../models/saved-method.js';
import { Statement } from '../models/statement.js';
import { recordPolicyEvent } from '../policy-changes/record-change.js';
import { waitsForStatement } from '../tasks/close-tasks.js';
import { tellOthers } from './change-method.js';
import type { LinkAddress } from './links.js';
import { askForPerson, receiptIdOf, tellNotCollected, tellPolicyholder } from './tell.js';

/** What the provider says of a charge; undefined: it has never made it. */
export type ChargeOutcome =
  | { state: 'SUCCEEDED'; reference: string; amount: string }
  | { state: 'PROCESSING'; reference: string }
  | { state: 'DECLINED'; reference: string | null; code: string }
  | undefined;

export interface OutcomeContext {
  /** The event that found it out. */
  triggerRequestId: string;
  now: BusinessTime;
  /** Whether the plan has a further attempt. */
  isLast: boolean;
  addressOf: LinkAddress;
}

/**
 * Records what came of a charge: money as a payment of the policy, once, however late it is known. The policy must be locked.
 */
export async function recordOutcome(
  trx: Knex,
  policy: Policy,
  chargeId: string,
  outcome: ChargeOutcome,
  context: OutcomeContext,
): Promise<AppliedPayments | undefined> {
  const collection = await Collection.query(trx).findById(chargeId).forUpdate().throwIfNotFound();
  const { state, amount, currency } = collection;
  if (state === 'SUCCEEDED' || state === 'NOT_CHARGED') return undefined;
  const endedAt = context.now.systemTime;
  switch (outcome?.state) {
    case undefined:
      if (state !== 'PENDING') return undefined;
      await collection
        .$query(trx)
        .patch({ state: 'NOT_MADE', reason: 'the provider has never made it', endedAt });
      return undefined;
    case 'SUCCEEDED': {
      const paymentId = await keepCharge(trx, policy, collection, outcome, context);
      await collection.$query(trx).patch({
        state: 'SUCCEEDED',
        providerReference: outcome.reference,
        paymentId,
        code: null,
        reason: null,
        endedAt,
      });
      const applied = await applyPayments(trx, policy, context.now);
      const { statementId } = collection;
      const told = { id: receiptIdOf(paymentId), purpose: 'RECEIPT' as const, statementId };
      await tellPolicyholder(trx, policy, { ...told, values: { amount, currency } }, context);
      await askForRest(trx, policy, collection, context);
      return applied;
    }
    case 'PROCESSING':
      await collection.$query(trx).patch({ state: 'PROCESSING', providerReference: outcome.reference });
      return undefined;
    case 'DECLINED':
      if (state !== 'DECLINED') await declined(trx, policy, collection, outcome, context);
      return undefined;
  }
}

/** Money that settled older statements leaves its own open, which is not charged again by itself. */
async function askForRest(
  trx: Knex,
  policy: Policy,
  { id, statementId, amount, currency }: Collection,
  { now }: OutcomeContext,
): Promise<void> {
  const { state } = await Statement.query(trx).findById(statementId).throwIfNotFound();
  if (state !== 'DUE' && state !== 'PAST_DUE') return;
  const sum = moneyInWords('en', currency, amount);
  const title = `${policy.policyNumber}: ${sum} was collected and settled older statements, so its own is still open`;
  const waitsFor = waitsForStatement(statementId);
  await askForPerson(trx, policy, { key: `rest/${id}`, title, waitsFor, now });
}

/** The money of a charge was taken back: it is not charged again by itself. Nothing, for a payment of another kind. */
export async function askForReturned(
  trx: Knex,
  policy: Policy,
  { reference, amount, now }: { reference: string; amount: string; now: BusinessTime },
): Promise<void> {
  const payment = await Payment.query(trx).findOne({ policy_id: policy.id, reference }).throwIfNotFound();
  const charge = await Collection.query(trx).findOne({ payment_id: payment.id });
  if (charge === undefined) return;
  const sum = moneyInWords('en', charge.currency, amount);
  const title = `${policy.policyNumber}: ${sum} of a charge was taken back, and is not charged again by itself`;
  const waitsFor = waitsForStatement(charge.statementId);
  await askForPerson(trx, policy, { key: `returned/${charge.id}`, title, waitsFor, now });
}

/** Keeps the money as a payment; one that was reported by hand under the provider's reference counts. */
async function keepCharge(
  trx: Knex,
  { id: policyId }: Policy,
  { id, organizationId, provider, methodId, onDay }: Collection,
  { reference, amount }: { reference: string; amount: string },
  { triggerRequestId, now }: OutcomeContext,
): Promise<string> {
  const method = await SavedMethod.query(trx).findById(methodId).throwIfNotFound();
  const paymentId = derivedId(id, 'payment');
  const kept = await keepPayment(
    trx,
    { id: paymentId, policyId, organizationId, provider, amount, reference },
    {
      triggerRequestId,
      now,
      method: paymentMethodOf(method.kind),
      paidOn: onDay,
      description: `Collected from ${methodInWords(method)}`,
    },
  );
  if (kept) return paymentId;
  const known = await Payment.query(trx).findOne({ policy_id: policyId, reference });
  return known?.id ?? paymentId;
}

const paymentMethodOf = (kind: string | null): PaymentMethod => {
  if (kind === 'card') return 'CARD';
  return kind === 'us_bank_account' ? 'ACH' : 'OTHER';
};

/** A decline that no retry helps ends the method; the last one, and one that asks for the policyholder, are told. */
async function declined(
  trx: Knex,
  policy: Policy,
  collection: Collection,
  { reference, code }: { reference: string | null; code: string },
  context: OutcomeContext,
): Promise<void> {
  const { id, methodId, statementId, amount } = collection;
  const { now, triggerRequestId, isLast } = context;
  const kind = kindOfDecline(code);
  const triesAgain = kind === 'SOFT' && !isLast;
  const said = { code, reason: `the provider declined it: ${code}`, endedAt: now.systemTime };
  await collection
    .$query(trx)
    .patch({ ...said, state: 'DECLINED', providerReference: reference, triesAgain });
  const method = await SavedMethod.query(trx).findById(methodId).throwIfNotFound();
  if ((kind === 'HARD' || kind === 'EXPIRED') && method.state === 'ACTIVE') {
    const state = kind === 'EXPIRED' ? 'EXPIRED' : 'DECLINED';
    const said = { state, reason: code, updatedAt: now } as const;
    const stopped = await method.$query(trx).patchAndFetch(said);
    await tellOthers(trx, stopped, { but: policy.id, now, addressOf: context.addressOf });
  }
  await recordPolicyEvent(trx, policy.id, {
    id: derivedId(id, 'policyEvent', 'DECLINED'),
    type: 'CHARGE_DECLINED',
    label: 'Charge declined',
    description: `${methodInWords(method)} was declined: ${code.replaceAll('_', ' ')}`,
    data: { chargeId: id, statementId, amount: Number(amount), code, triesAgain },
    effectiveDate: now.today,
    triggerRequestId,
    now,
  });
  if (!triesAgain) await tellNotCollected(trx, policy, { collection, method, code }, context);
}
