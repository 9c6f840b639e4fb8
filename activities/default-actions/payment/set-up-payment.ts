import { PaymentSession } from '../../../db/models/payment-session.js';
import { instalmentsOf } from '../../../domain/billing/instalments.js';
import {
  chargesOf,
  dueAtBinding,
  minorUnitsOf,
  paymentOptionsOf,
} from '../../../domain/billing/payment-options.js';
import { sumOfAmounts } from '../../../domain/money/cents.js';
import { answers, type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { refused } from '../../ground/failures.js';
import { openSession } from '../../payments/open-session.js';
import { type BindableQuote, bindableQuotes, planOfQuote } from '../../payments/quotes-of-event.js';

/** Offers the payment plans of quotes, and opens a payment session for the amount due at binding. */
export const setUpPayment: DefaultActionHandler<'SET_UP_PAYMENT'> = async (work) => {
  const { dependencies, event, now } = work;
  const { db, catalog } = dependencies;
  const { clientId, quoteIds, selectedPaymentPlans } = envelopeOf(event, 'PAYMENT_SETUP').payload;
  const quotes = await bindableQuotes(db, { event, catalog, now }, { clientId, quoteIds });
  const currency = currencyOf(quotes);
  const plans: PaymentSession['plans'] = {};
  for (const bindable of quotes) {
    const { quote, settings } = bindable;
    const terms = planOfQuote(bindable, selectedPaymentPlans, 'selectedPaymentPlans');
    const amount = dueAtBinding(terms, instalmentsOf(terms, chargesOf(quote, settings.currency)));
    plans[quote.requestId] = { paymentPlan: terms.plan, amount };
  }
  const amount = sumOfAmounts(Object.values(plans).map((plan) => plan.amount));
  const lines = [...new Set(quotes.map(({ quote }) => quote.lineName))].join(', ');
  const session = await openSession(work, {
    kind: 'SETUP',
    clientId,
    policyId: null,
    quoteIds,
    plans,
    amount,
    currency,
    issuingOrganizationId: issuerOf(quotes),
    description: lines,
  });
  const paymentOptions = Object.fromEntries(
    quotes.map(({ quote, settings }) => [quote.requestId, paymentOptionsOf(quote, settings, now.today)]),
  );
  return async (trx) => {
    await PaymentSession.query(trx).insert(session);
    return {
      clientId,
      metadata: answers('PAYMENT_SETUP', {
        paymentOptions,
        PAYMENT_SETUP: {
          paymentTriggerRequestId: session.id,
          paymentProcessor: session.provider,
          paymentIdentifier: session.providerReference,
          clientSecret: session.clientSecret,
          amountTotal: minorUnitsOf(amount, currency),
          currency,
          selectedPaymentPlans: Object.fromEntries(
            Object.entries(plans).map(([quoteId, { paymentPlan }]) => [quoteId, paymentPlan]),
          ),
        },
      }),
    };
  };
};

/** Null if they are quotes of several insurers. */
function issuerOf(quotes: readonly BindableQuote[]): string | null {
  const [issuer = null, ...others] = new Set(quotes.map(({ quote }) => quote.quotingOrganizationId));
  return others.length === 0 ? issuer : null;
}

/** One payment has one currency. */
function currencyOf(quotes: readonly BindableQuote[]): string {
  const [first, ...others] = quotes.map(({ settings, field }) => ({ currency: settings.currency, field }));
  const other = others.find(({ currency }) => currency !== first?.currency);
  if (other !== undefined) {
    throw refused(
      `the quotes are in ${first?.currency} and ${other.currency}: pay for them apart`,
      other.field,
    );
  }
  return first?.currency ?? 'USD';
}
