import type { Transaction } from 'objection';
import { statementCreated } from '../../../db/billing/statements.js';
import { lockClient, updateClient } from '../../../db/clients/write-client.js';
import { type IssuedPolicy, issuePolicy } from '../../../db/policies/issue-policy.js';
import type { PaymentPlan } from '../../../domain/billing/payment-plan.js';
import type { PlanTerms } from '../../../domain/billing/plan-terms.js';
import type { AnsweredPolicy } from '../../../domain/events/fields/policy-results.js';
import { derivedId } from '../../../domain/ground/derived-id.js';
import type { DefaultActionWork, FiredByAction } from '../../ground/default-action.js';
import { missing, refused } from '../../ground/failures.js';
import { contentOfPolicy } from '../../payments/content-of-policy.js';
import { type AskedSession, paidForBinding } from '../../payments/paid-for-binding.js';
import type { BindableQuote } from '../../payments/quotes-of-event.js';

export interface QuoteToIssue {
  clientId: string;
  plan: PlanTerms;
  isRequired: boolean | undefined;
  asked: readonly AskedSession[];
  /** A stored payment of the policy in whose place the quote is issued; decimal text. */
  carriedOver?: { paymentId: string; amount: string } | undefined;
}

export interface IssuedQuote extends IssuedPolicy {
  paymentVerified: boolean;
  /** The events that its payments fire. */
  fires: FiredByAction[];
}

/** Issues a locked quote with the payments that were made for it, and the one carried over. */
export async function issueQuote(
  trx: Transaction,
  work: DefaultActionWork,
  bindable: BindableQuote,
  { clientId, plan, isRequired, asked, carriedOver }: QuoteToIssue,
): Promise<IssuedQuote> {
  const { event, now } = work;
  const { quote, settings, version, field } = bindable;
  const paid = await paidForBinding(trx, work, bindable, {
    plan,
    isRequired,
    asked,
    carriedOver: carriedOver?.amount,
  });
  const issued = await issuePolicy(trx, {
    ...(await contentOfPolicy(trx, work, bindable)),
    quote,
    clientId,
    settings,
    plan,
    now,
    productKey: version.definition.key,
    paymentIds: [...paid.paymentIds, ...(carriedOver ? [carriedOver.paymentId] : [])],
    triggerRequestId: event.triggerRequestId,
  });
  if (issued === undefined) throw refused('the quote was issued already', field, 'QUOTE_ISSUED');
  return { ...issued, paymentVerified: paid.verified, fires: paid.fires };
}

/** The client of policies that are issued, a lead until then. */
export async function becomesClient(
  trx: Transaction,
  [first]: readonly BindableQuote[],
  clientId: string,
): Promise<void> {
  const organizationId = first?.quote.clientOrganizationId ?? '';
  const client = await lockClient(trx, organizationId, clientId);
  if (client === undefined) throw missing('client', clientId);
  await updateClient(trx, client, { status: 'CLIENT' });
}

/** The events that an issued policy fires. */
export function firedByIssue({ policy, statements, fires }: IssuedQuote): FiredByAction[] {
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

/** An issued policy in the trigger's result. */
export function describedPolicy(
  { policy, statements, balance }: IssuedQuote,
  warnings: string[] = [],
): AnsweredPolicy {
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
      id,
      number,
      dueDate,
      state,
      amount: Number(amount),
    })),
    ...(warnings.length > 0 && { warnings }),
  };
}
