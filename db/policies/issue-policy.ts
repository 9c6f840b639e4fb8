import type { Knex } from 'knex';
import { chargesOf } from '../../domain/billing/payment-options.js';
import type { PlanTerms } from '../../domain/billing/plan-terms.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { endOfTerm } from '../../domain/ground/term.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { movePolicy } from '../../domain/policy/policy-state.js';
import { historyOf } from '../../domain/policy/timeline.js';
import { policyWorkflowId } from '../../domain/runs/workflow-ids.js';
import { applyPayments, takePayments } from '../billing/receive-payment.js';
import type { SettledAccount } from '../billing/settle-account.js';
import { addTermStatements } from '../billing/term-statements.js';
import { Organization } from '../models/organization.js';
import { Policy } from '../models/policy.js';
import { PolicyQuote } from '../models/policy-quote.js';
import type { Quote } from '../models/quote.js';
import { Statement } from '../models/statement.js';
import { recordPolicyChange } from '../policy-changes/record-change.js';
import { awaitConditions } from '../quotes/review-tasks.js';
import { amountsOfTerm } from './amounts-of-term.js';
import { useQuote } from './change-endorse.js';
import { takePolicyNumber } from './policy-number.js';
import { recordExposure } from './record-exposure.js';

export interface PolicyToIssue {
  /** Locked by the transaction, and bindable. */
  quote: Quote;
  clientId: string;
  productKey: string;
  settings: PolicySettings;
  plan: PlanTerms;
  /** The payments made for the quote in advance. */
  paymentIds: readonly string[];
  producerId: string | null;
  policyMeta: JsonObject;
  policyContract: JsonObject;
  clientIntegrationData: JsonObject;
  quoteIntegrationData: JsonObject;
  policyIntegrationData: JsonObject;
  triggerRequestId: string;
  now: BusinessTime;
}

export interface IssuedPolicy extends SettledAccount {
  /** By number; the first one is billed. */
  statements: Statement[];
}

/** The id of the policy of a quote, the same for every attempt. */
export const policyIdOf = (quoteId: string): string => derivedId(quoteId, 'policy');

/** The policy that a quote was issued as, or changed, if any. */
export async function policyOfQuote(db: Knex, quoteId: string): Promise<Policy | undefined> {
  const used = await PolicyQuote.query(db).findById(quoteId);
  return used && Policy.query(db).findById(used.policyId);
}

/**
 * Issues a quote's policy, with its number, statements, ledger entry and advance payments, in the caller's
 * transaction. Undefined if the quote has been used: its key in `policy_quotes` lets only one of several
 * succeed.
 */
export async function issuePolicy(trx: Knex, toIssue: PolicyToIssue): Promise<IssuedPolicy | undefined> {
  const { quote, plan, now, triggerRequestId } = toIssue;
  const premium = quote.premium ?? '0';
  const policy = await insertPolicy(trx, toIssue);
  if (!(await useQuote(trx, quote.requestId, policy.id))) return undefined;
  await awaitConditions(trx, quote, { policyId: policy.id, now });

  const charges = chargesOf(quote, toIssue.settings.currency);
  const [first] = await addTermStatements(trx, policy, { plan, charges, now });
  const seller = await Organization.query(trx).findById(policy.sellerOrganizationId).select('name');
  const { change, entry } = await recordPolicyChange(trx, policy, {
    kind: 'ISSUE',
    effectiveDate: quote.effectiveDate,
    recordedAt: now,
    ...amountsOfTerm(quote, policy, { policyMeta: policy.policyMeta, settings: toIssue.settings }),
    termPremium: premium,
    quoteId: quote.requestId,
    answers: quote.intake,
    triggerRequestId,
    data: {
      expirationDate: policy.expirationDate,
      policyNumber: policy.policyNumber,
      workflowId: policyWorkflowId({
        policyId: policy.id,
        policyNumber: policy.policyNumber,
        productKey: toIssue.productKey,
        organizationName: seller?.name ?? '',
      }),
      paymentPlan: plan.plan,
    },
    entry: {
      id: derivedId(policy.id, 'ISSUE', 'entry'),
      appliedToStatement: true,
      statementId: first?.id ?? null,
    },
    event: { id: derivedId(policy.id, 'ISSUE', 'event'), type: 'POLICY_ISSUED', label: 'Policy issued' },
  });
  const history = historyOf([change]);
  if (history !== null) {
    const { reporting } = toIssue.settings;
    await recordExposure(trx, { policy, history }, { entry, reporting, triggerRequestId, now });
  }
  await takePayments(trx, toIssue.paymentIds, policy.id, now);
  const settled = await applyPayments(
    trx,
    await Policy.query(trx).findById(policy.id).throwIfNotFound(),
    now,
  );
  const statements = await Statement.query(trx).where('policy_id', policy.id).orderBy('number');
  return { ...settled, statements };
}

async function insertPolicy(trx: Knex, toIssue: PolicyToIssue): Promise<Policy> {
  const { quote, productKey, settings, plan, now } = toIssue;
  const { effectiveDate, productId } = quote;
  const expirationDate = endOfTerm(effectiveDate, quote.term);
  const state = movePolicy(
    { state: null, balanced: false, cancelled: false },
    plan.plan === 'FINANCE' ? 'ISSUED_ON_FINANCE' : 'ISSUED',
  );
  if (!state.moved) throw new Error(state.reason);
  for (;;) {
    const policyNumber = await takePolicyNumber(trx, {
      productId,
      productKey,
      effectiveDate,
      pattern: settings.numbering.pattern,
    });
    const inserted: Partial<Policy> | undefined = await Policy.query(trx)
      .insert({
        id: policyIdOf(quote.requestId),
        policyNumber,
        productId,
        productVersionId: quote.productVersionId,
        productName: quote.lineName,
        clientId: toIssue.clientId,
        clockId: quote.clockId,
        quoteId: quote.requestId,
        actionId: quote.actionId,
        issuingOrganizationId: quote.quotingOrganizationId,
        sellerOrganizationId: quote.clientOrganizationId,
        underwritingOrganizationId: quote.quotingOrganizationId,
        producerId: toIssue.producerId,
        policyState: state.to,
        effectiveDate,
        expirationDate,
        lastDayWithCoverage: addDays(expirationDate, -1),
        // The ledger adds the premium.
        premium: '0',
        premiumTerm: quote.term,
        paymentPlan: plan.plan,
        policyMeta: toIssue.policyMeta,
        policyContract: toIssue.policyContract,
        clientIntegrationData: toIssue.clientIntegrationData,
        quoteIntegrationData: toIssue.quoteIntegrationData,
        policyIntegrationData: toIssue.policyIntegrationData,
        createdAt: now,
        updatedAt: now,
        // Due at once, by its clock.
        ...(quote.clockId !== null && { nextLookAt: now }),
      })
      // A number that was given to another policy by hand is skipped.
      .onConflict(['issuing_organization_id', 'policy_number'])
      .ignore()
      .returning('*');
    if (inserted?.version !== undefined) return inserted as Policy;
  }
}
