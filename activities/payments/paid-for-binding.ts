import type { Transaction } from 'objection';
import { licensedAuthority } from '../../db/authority/licensed-authority.js';
import { paymentsAhead, sessionsOf } from '../../db/billing/payment-sessions.js';
import type { FollowUpOfPolicy } from '../../db/billing/reinstate-by-payment.js';
import type { PaymentSession } from '../../db/models/payment-session.js';
import { Quote } from '../../db/models/quote.js';
import { lackOf } from '../../domain/authority/lack.js';
import { instalmentsOf } from '../../domain/billing/instalments.js';
import { chargesOf, dueAtBinding } from '../../domain/billing/payment-options.js';
import type { PlanTerms } from '../../domain/billing/plan-terms.js';
import { Decimal } from '../../domain/expression/index.js';
import { exactText } from '../../domain/money/amount-text.js';
import type { DefaultActionWork } from '../ground/default-action.js';
import { refused } from '../ground/failures.js';
import type { PaymentStanding } from '../ground/payment-provider.js';
import { authoritySources } from '../ground/refuse-unauthorized.js';
import type { BindableQuote } from './quotes-of-event.js';
import { askAboutPayment, settleByProvider } from './session-of-event.js';

/** A payment session and its status at the provider. */
export interface AskedSession {
  session: PaymentSession;
  standing: PaymentStanding;
}

/** Asks providers for the status of quotes' unpaid sessions. External calls: outside of a transaction. */
export async function askAboutQuotes(
  work: DefaultActionWork,
  quoteIds: readonly string[],
): Promise<AskedSession[]> {
  const { db, payments } = work.dependencies;
  const quotes = await Quote.query(db)
    .findByIds([...quoteIds])
    .select('request_id', 'client_organization_id', 'quoting_organization_id');
  const open = new Map<string, PaymentSession>();
  for (const quote of quotes) {
    for (const session of await sessionsOf(db, quote.requestId, organizationsOf(quote))) {
      if (session.state !== 'OPEN' || payments.named(session.provider).invoices) continue;
      open.set(session.id, session);
    }
  }
  return Promise.all(
    [...open.values()].map(async (session) => ({ session, standing: await askAboutPayment(work, session) })),
  );
}

export interface PaidForBinding {
  /** The quote's payments, which its policy takes over. */
  paymentIds: string[];
  /** The amount due has been paid. */
  verified: boolean;
  /** The events that payments of policies issued before fire. */
  fires: FollowUpOfPolicy[];
}

/**
 * The payments made for a quote in advance. Refuses to bind it while a required payment is missing. Unless the event
 * says so, a payment by invoice is not required, if the product allows to issue unpaid policies.
 */
export async function paidForBinding(
  trx: Transaction,
  work: DefaultActionWork,
  { quote, settings, field }: BindableQuote,
  {
    plan,
    isRequired,
    asked,
    carriedOver = '0',
  }: {
    plan: PlanTerms;
    isRequired: boolean | undefined;
    asked: readonly AskedSession[];
    /** Decimal text: paid on the policy in whose place the quote is issued. */
    carriedOver?: string | undefined;
  },
): Promise<PaidForBinding> {
  const { dependencies, event, now } = work;
  const { payments } = dependencies;
  const fires: FollowUpOfPolicy[] = [];
  for (const { session, standing } of asked) {
    if (!session.quoteIds.includes(quote.requestId)) continue;
    const receipt = { triggerRequestId: event.triggerRequestId, now };
    fires.push(...(await settleByProvider(trx, session, standing, receipt)).fires);
  }
  const sessions = await sessionsOf(trx, quote.requestId, organizationsOf(quote)).forUpdate();
  const ahead = await paymentsAhead(trx, quote.requestId, sessions);
  const sum = ahead.reduce((total, { amount }) => total.plus(amount), Decimal.of(carriedOver));
  const due = dueAtBinding(plan, instalmentsOf(plan, chargesOf(quote, settings.currency)));
  const verified = sum.greaterThanOrEqualTo(due);
  const onInvoice =
    payments.current.invoices || sessions.some(({ provider }) => payments.named(provider).invoices);
  const { unpaidIssue, finance } = settings.binding;
  // Unless it is voided, a financed policy begins whether its finance company pays or not.
  const mayBeginUnpaid = plan.plan === 'FINANCE' && finance.otherwise === 'ACTIVATE';
  if (!verified || mayBeginUnpaid) await refuseUnpaidBySeller(trx, work, quote);
  if (!verified && (!unpaidIssue || (isRequired ?? !onInvoice))) {
    const missing = `${due} ${settings.currency} must be paid before the quote is bound; ${exactText(sum)} has been paid`;
    const rule =
      isRequired === false ? '. The product issues no unpaid policy: leave out paymentRequired' : '';
    const at = isRequired === false ? 'payload.paymentRequired' : field;
    throw refused(`${missing}${rule}`, at, 'PAYMENT_MISSING');
  }
  return { paymentIds: ahead.map(({ id }) => id), verified, fires };
}

/** What is not paid is the insurer's risk. */
async function refuseUnpaidBySeller(
  trx: Transaction,
  { dependencies, event, now }: DefaultActionWork,
  { productId, quotingOrganizationId: issuerId }: Quote,
): Promise<void> {
  if (event.byService) return;
  const sold = { organizationId: event.organizationId, productId, issuerId, now };
  const authority = await licensedAuthority(authoritySources(trx, dependencies), sold);
  const lack = authority && lackOf(authority, { activity: 'bind', unpaid: true }, now.today);
  if (lack !== undefined) {
    throw refused(`the amount due at binding is not paid: ${lack.reason}`, undefined, 'PAYMENT_MISSING');
  }
}

function organizationsOf({ clientOrganizationId, quotingOrganizationId }: Quote): string[] {
  return [...new Set([clientOrganizationId, quotingOrganizationId])];
}
