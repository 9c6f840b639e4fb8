import type { Database } from '../../db/database.js';
import type { EventContent } from '../../db/events/follow-up.js';
import { Collection } from '../../db/models/collection.js';
import { Event } from '../../db/models/event.js';
import { Payment } from '../../db/models/payment.js';
import { PaymentRefund } from '../../db/models/payment-refund.js';
import { PaymentSession } from '../../db/models/payment-session.js';
import { Policy } from '../../db/models/policy.js';
import { referenceOfWon } from '../../domain/billing/refund.js';
import { amountOfStripe } from '../../domain/billing/stripe-units.js';
import { Decimal } from '../../domain/expression/index.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { exactText } from '../../domain/money/amount-text.js';
import { sumOfAmounts } from '../../domain/money/cents.js';
import { shareOut } from '../../domain/money/share-out.js';
import { Unavailable } from '../errors/app-error.js';
import type { StripeDispute } from './stripe-event.js';

/** An event to fire with the configuration of an earlier one, for the product of a policy. */
export interface EventAboutPayment {
  earlierId: string;
  id: string;
  content: EventContent;
  about?: Pick<Policy, 'productId' | 'productVersionId'>;
}

interface DisputedPayment {
  /** The event that opened the payment, and its currency. */
  source: { id: string; currency: string };
  payment: Payment;
  policy: Policy;
}

/**
 * The `PAYMENT_REVERSED` of a disputed payment, for each of its policies; none for payments of others, and for an
 * inquiry, which takes no money. Stripe reports a dispute in two events: both give the same ids.
 */
export async function reversalsOf(db: Database, dispute: StripeDispute): Promise<EventAboutPayment[]> {
  const disputed = await disputedPayments(db, dispute);
  const claims: { id: string; open: string }[] = [];
  for (const { payment } of disputed) claims.push({ id: payment.id, open: await leftOf(db, payment) });
  const [first] = disputed;
  if (first === undefined) return [];
  const amount = exactText(
    Decimal.min(
      amountOfStripe(dispute.amount, first.source.currency),
      sumOfAmounts(claims.map(({ open }) => open)),
    ),
  );
  const shares = new Map(shareOut(amount, claims).map((share) => [share.id, share.amount]));
  return disputed.flatMap((each) => {
    const share = shares.get(each.payment.id);
    if (share === undefined) return [];
    const { reference } = each.payment;
    const reason = `Stripe dispute ${dispute.id}: ${dispute.reason ?? 'no reason given'}`;
    const payload = { policyId: each.policy.id, reference, amount: Number(share), reason };
    return [eventAbout(each, reversalId(dispute, each), { type: 'PAYMENT_REVERSED', payload })];
  });
}

/** The `PAYMENT_RECEIVED` of a dispute that was won: the amounts that were taken back are received again. */
export async function receiptsOf(db: Database, dispute: StripeDispute): Promise<EventAboutPayment[]> {
  const events: EventAboutPayment[] = [];
  for (const each of await disputedPayments(db, dispute)) {
    const reversal = await Payment.query(db).findOne({ reverses: each.payment.id });
    if (reversal === undefined) {
      await refuseWhileReversed(db, reversalId(dispute, each));
      continue;
    }
    const payload = {
      policyId: each.policy.id,
      amount: Decimal.of(reversal.amount).negated().toNumber(),
      reference: referenceOfWon(dispute.id),
      description: `Stripe dispute ${dispute.id} was won`,
    };
    const id = derivedId('STRIPE', 'dispute won', dispute.id, each.payment.id);
    events.push(eventAbout(each, id, { type: 'PAYMENT_RECEIVED', payload }));
  }
  return events;
}

/** 503 while the payment is not recorded for its policy: Stripe has to send the event again. */
async function disputedPayments(
  db: Database,
  { payment_intent: intent }: StripeDispute,
): Promise<DisputedPayment[]> {
  if (!intent) return [];
  const [source, payments] = await paymentsBy(db, intent);
  if (source === undefined) return [];
  const policies = new Map(
    (await Policy.query(db).findByIds(payments.flatMap(({ policyId }) => policyId ?? []))).map((policy) => [
      policy.id,
      policy,
    ]),
  );
  const disputed = payments.flatMap((payment) => {
    const policy = policies.get(payment.policyId ?? '');
    return policy === undefined ? [] : [{ source, payment, policy }];
  });
  if (disputed.length > 0 && disputed.length === payments.length) return disputed;
  throw new Unavailable('the payment is not recorded for a policy yet: send it again');
}

/** The payments by an intent of Stripe: of a session, or of a charge. */
async function paymentsBy(
  db: Database,
  intent: string,
): Promise<[source: DisputedPayment['source'] | undefined, payments: Payment[]]> {
  const byIntent = { provider: 'STRIPE', provider_reference: intent };
  const session = await PaymentSession.query(db).findOne(byIntent);
  if (session !== undefined) {
    return [session, await Payment.query(db).where({ session_id: session.id }).orderBy('id')];
  }
  const charge = await Collection.query(db).findOne(byIntent);
  if (charge === undefined) return [undefined, []];
  const { triggerRequestId: id, currency, paymentId } = charge;
  return [{ id, currency }, paymentId === null ? [] : await Payment.query(db).findByIds([paymentId])];
}

/** What is left of a payment after refunds, decimal text. */
async function leftOf(db: Database, { id, amount }: Payment): Promise<string> {
  const refunds = await PaymentRefund.query(db).where('payment_id', id).whereNot('state', 'REFUSED');
  return exactText(refunds.reduce((left, refund) => left.minus(refund.amount), Decimal.of(amount)));
}

const reversalId = ({ id }: StripeDispute, { payment }: DisputedPayment): string =>
  derivedId('STRIPE', 'dispute', id, payment.id);

const eventAbout = (
  { source, policy: { productId, productVersionId } }: DisputedPayment,
  id: string,
  content: EventContent,
): EventAboutPayment => ({ earlierId: source.id, id, content, about: { productId, productVersionId } });

async function refuseWhileReversed(db: Database, reversal: string): Promise<void> {
  const event = await Event.query(db).findById(reversal).select('closed_at');
  if (event?.closedAt === null) throw new Unavailable('the dispute is being recorded: send it again');
}
