import type { Transaction } from 'objection';
import { statementCreated } from '../../../db/billing/statements.js';
import { lockClient, updateClient } from '../../../db/clients/write-client.js';
import { boundAlternatives } from '../../../db/policies/bound-alternatives.js';
import { type IssuedPolicy, issuePolicy } from '../../../db/policies/issue-policy.js';
import type { PaymentPlan } from '../../../domain/billing/payment-plan.js';
import type { AnsweredPolicy } from '../../../domain/events/fields/policy-results.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import {
  answers,
  type DefaultActionHandler,
  type DefaultActionWork,
  envelopeOf,
  type FiredByAction,
} from '../../ground/default-action.js';
import { missing, refused } from '../../ground/failures.js';
import { contentOfPolicy } from '../../payments/content-of-policy.js';
import { type AskedSession, askAboutQuotes, paidForBinding } from '../../payments/paid-for-binding.js';
import { type BindableQuote, bindableQuotes, planOfQuote } from '../../payments/quotes-of-event.js';

interface Issued extends IssuedPolicy {
  paymentVerified: boolean;
  /** The events that its payments fire. */
  fires: FiredByAction[];
}

/** Issues a policy for each quote, once, all of them or none, and makes the lead a client. */
export const issuePolicies: DefaultActionHandler<'CREATE_POLICIES'> = async (work) => {
  const { dependencies, event, now } = work;
  const { clientId, quoteIds } = envelopeOf(event, 'POLICY_CREATE').payload;
  const asked = await askAboutQuotes(work, quoteIds);
  return async (trx) => {
    const context = { event, catalog: dependencies.catalog, now };
    const quotes = await bindableQuotes(trx, context, { clientId, quoteIds }, { lock: true });
    await becomesClient(trx, quotes, clientId);
    const issued = new Map<string, Issued>();
    for (const quote of inOrderOfCounters(quotes)) {
      issued.set(quote.quote.requestId, await issue(trx, work, quote, asked));
    }
    const warnings = new Map<string, string[]>();
    for (const { quote } of quotes) warnings.set(quote.requestId, await warningsOf(trx, quote));
    const policies = quoteIds.flatMap((quoteId) => issued.get(quoteId) ?? []);
    const [first, ...others] = policies.map(({ policy }) => policy.id);
    return {
      clientId,
      ...(first !== undefined && others.length === 0 && { policyId: first }),
      startsPolicyTerms: policies.map(({ policy }) => policy.id),
      fires: policies.flatMap(firedBy),
      metadata: answers('POLICY_CREATE', {
        POLICY_CREATE: {
          clientId,
          paymentVerified: policies.every(({ paymentVerified }) => paymentVerified),
          policies: policies.map((each) => described(each, warnings.get(each.policy.quoteId))),
        },
      }),
    };
  };
};

/**
 * Policies of one product are numbered one after the other: events that issue several lock the counters in
 * one order.
 */
function inOrderOfCounters(quotes: readonly BindableQuote[]): BindableQuote[] {
  const key = ({ quote }: BindableQuote) => `${quote.productId} ${quote.effectiveDate} ${quote.requestId}`;
  return [...quotes].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

async function issue(
  trx: Transaction,
  work: DefaultActionWork,
  bindable: BindableQuote,
  asked: readonly AskedSession[],
): Promise<Issued> {
  const { event, now } = work;
  const { clientId, paymentPlans, paymentRequired } = envelopeOf(event, 'POLICY_CREATE').payload;
  const { quote, settings, version, field } = bindable;
  const plan = planOfQuote(bindable, paymentPlans, 'paymentPlans');
  const paid = await paidForBinding(trx, work, bindable, { plan, isRequired: paymentRequired, asked });
  const issued = await issuePolicy(trx, {
    ...(await contentOfPolicy(trx, work, bindable)),
    ...{ quote, clientId, settings, plan, now },
    productKey: version.definition.key,
    paymentIds: paid.paymentIds,
    triggerRequestId: event.triggerRequestId,
  });
  if (issued === undefined) throw refused('the quote was issued already', field, 'QUOTE_ISSUED');
  return { ...issued, paymentVerified: paid.verified, fires: paid.fires };
}

async function becomesClient(
  trx: Transaction,
  [first]: readonly BindableQuote[],
  clientId: string,
): Promise<void> {
  const organizationId = first?.quote.clientOrganizationId ?? '';
  const client = await lockClient(trx, organizationId, clientId);
  if (client === undefined) throw missing('client', clientId);
  await updateClient(trx, client, { status: 'CLIENT' });
}

function firedBy({ policy, statements, fires }: Issued): FiredByAction[] {
  const { id: policyId, clientId, productId, productVersionId } = policy;
  const about = { productId, productVersionId };
  return [
    {
      id: derivedId(policyId, 'POLICY_CREATED'),
      type: 'POLICY_CREATED',
      payload: { clientId, policyId },
      about,
    },
    ...fires,
    ...statements
      .filter(({ state }) => state !== 'SCHEDULED')
      .map(({ id }): FiredByAction => ({ ...statementCreated(id), about })),
  ];
}

/** What whoever binds a quote may not know: another quote of the proposal was bound before, or at the same time. */
async function warningsOf(trx: Transaction, quote: BindableQuote['quote']): Promise<string[]> {
  const bound = await boundAlternatives(trx, quote);
  return bound.map(
    ({ policyNumber, boundQuoteId }) =>
      `another quote of the same proposal, ${boundQuoteId}, is bound as policy ${policyNumber}`,
  );
}

function described({ policy, statements, balance }: Issued, warnings: string[] = []): AnsweredPolicy {
  return {
    id: policy.id,
    policyNumber: policy.policyNumber,
    quoteId: policy.quoteId,
    productId: policy.productId,
    productName: policy.productName,
    issuingOrganizationId: policy.issuingOrganizationId,
    status: policy.status,
    policyState: policy.policyState,
    effectiveDate: policy.effectiveDate,
    expirationDate: policy.expirationDate,
    premium: Number(policy.premium),
    premiumTerm: policy.premiumTerm,
    paymentPlan: policy.paymentPlan as PaymentPlan,
    balance: Number(balance),
    statements: statements.map(({ id, number, dueDate, amount, state }) => ({
      ...{ id, number, dueDate, state },
      amount: Number(amount),
    })),
    ...(warnings.length > 0 && { warnings }),
  };
}
