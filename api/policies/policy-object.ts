import type { ModelObject } from 'objection';
import type { Policy } from '../../db/models/policy.js';
import type { PolicyEvent } from '../../db/models/policy-event.js';
import type { Statement } from '../../db/models/statement.js';
import type { NamedPolicy } from '../../db/policies/read-policy.js';
import type { SummarizedPolicy } from '../../db/policies/search-statement.js';
import { type EveryField, nothingLeft } from '../../domain/ground/every-field.js';
import { withoutNullMembers } from '../../domain/ground/json.js';
import { Cents } from '../../domain/money/cents.js';
import { lapsesOfContract } from '../../domain/policy/policy-contract.js';
import type { WaitingReinstatement } from '../../domain/policy/waiting-reinstatement.js';
import type { PolicyEventObject, PolicyObject, PolicySummary, StatementObject } from './policy-schemas.js';
import type { PolicyToday } from './policy-today.js';

/** The Policy object (spec 2.6) in the state of its day; how it stands is told of today only. */
export function policyObject(
  policy: ModelObject<NamedPolicy>,
  { policyState, standing, taxesAndFees }: Partial<PolicyToday> & Pick<PolicyToday, 'policyState'>,
): EveryField<PolicyObject> {
  const { id, policyNumber, productId, productName, clientId, quoteId, actionId, clockId, ...row } = policy;
  const { issuingOrganizationId, issuerName, sellerOrganizationId, sellerName, producerId, ...sold } = row;
  const { underwritingOrganizationId, status, policyState: _, effectiveDate, expirationDate, ...term } = sold;
  const { lastDayWithCoverage, premium, premiumTerm, paymentPlan, createdAt, policyContract, ...data } = term;
  const { clientIntegrationData, quoteIntegrationData, policyIntegrationData, policyMeta, ...others } = data;
  // Not shown.
  const { productVersionId, issuedMeta, contractOn, termNumber, cancelledOn, ...kept } = others;
  const { cancellationNoticeOn, renewalQuoteId, lastRenewalQuoteId, renewalWaits, nonRenewed, ...looked } =
    kept;
  const {
    recordVersion,
    changedAt,
    updatedAt,
    nextLookAt,
    version,
    rewrittenFrom,
    rewrittenTo,
    renewalVersionId,
    reinstatementWaits,
    ...rest
  } = looked;
  nothingLeft(rest);
  return {
    id,
    policyNumber,
    productId,
    productName,
    clientId,
    clockId: clockId ?? undefined,
    quoteId,
    actionId,
    issuingOrganizationId,
    issuingOrganizationName: issuerName,
    sellerOrganizationId,
    sellerOrganizationName: sellerName,
    underwritingOrgId: underwritingOrganizationId ?? undefined,
    producerId: producerId ?? undefined,
    status,
    policyState,
    standing,
    taxesAndFees,
    effectiveDate,
    expirationDate,
    lastDayWithCoverage,
    premium: Number(premium),
    premiumTerm,
    paymentPlan,
    createdTimestamp: createdAt.toISOString(),
    policyMeta: asMeta(policyMeta),
    policyContract,
    lapses: lapsesOfContract(policyContract),
    reinstatementWaits: reinstatementWaits === null ? undefined : waitingObject(reinstatementWaits),
    rewrittenFrom: rewrittenFrom ?? undefined,
    rewrittenTo: rewrittenTo ?? undefined,
    clientIntegrationData,
    quoteIntegrationData,
    policyIntegrationData,
    version: recordVersion,
    updatedTimestamp: changedAt.toISOString(),
  };
}

/** A reinstatement by payment that a hold stopped. */
export const waitingObject = ({ amount, ...waits }: WaitingReinstatement) => ({
  ...waits,
  amount: Number(amount),
});

/** A search result (spec 2.6) in the state of its day. */
export function policySummary(
  policy: SummarizedPolicy,
  { policyState, standing, taxesAndFees }: PolicyToday,
): EveryField<PolicySummary> {
  const policyMeta = asMeta(policy.policyMeta);
  const insuredState = policyMeta.insured?.state;
  return {
    id: policy.id,
    policyNumber: policy.policyNumber,
    clientId: policy.clientId,
    clockId: policy.clockId ?? undefined,
    productId: policy.productId,
    productName: policy.productName,
    productVersionId: policy.productVersionId,
    sellerOrganizationId: policy.sellerOrganizationId,
    status: policy.status,
    policyState,
    standing,
    taxesAndFees,
    insuredState: typeof insuredState === 'string' ? insuredState : undefined,
    premiumTerm: policy.premiumTerm,
    effectiveDate: policy.effectiveDate,
    expirationDate: policy.expirationDate,
    createdTimestamp: policy.createdAt.toISOString(),
    premium: Number(policy.premium),
    policyMeta,
    policyIntegrationData: policy.policyIntegrationData,
  };
}

/** `policyMeta` of an open map, of which the service writes the named members: always with a name (spec 2.6). */
export const asMeta = (meta: Policy['policyMeta']): PolicySummary['policyMeta'] => ({
  insuredName: '',
  ...meta,
});

/** A statement of a full policy. */
export function statementObject(statement: ModelObject<Statement>): EveryField<StatementObject> {
  const { id, termNumber, number, kind, dueDate, amount, paidAmount, state, createdAt, data, ...row } =
    statement;
  // Not shown.
  const { version, updatedAt, policyId, billedOn, voidedOn, ...rest } = row;
  nothingLeft(rest);
  return {
    id,
    termNumber,
    number,
    kind,
    dueDate,
    amount: Number(amount),
    paidAmount: Number(paidAmount),
    balance: Number(Cents.of(amount).minus(Cents.of(paidAmount)).toText()),
    state,
    createdTimestamp: createdAt.toISOString(),
    details: data,
    version,
    updatedTimestamp: (updatedAt ?? createdAt).toISOString(),
  };
}

/** An element of a full policy's `events`. */
export function policyEventObject(event: ModelObject<PolicyEvent>): EveryField<PolicyEventObject> {
  const {
    id,
    type,
    label,
    description,
    effectiveDate,
    triggerRequestId,
    createdAt,
    createdBy,
    data,
    ...row
  } = event;
  // Not shown.
  const { policyId, seq, ...rest } = row;
  nothingLeft(rest);
  return {
    id,
    type,
    label: label ?? undefined,
    description: description ?? undefined,
    effectiveDate: effectiveDate ?? undefined,
    triggerRequestId: triggerRequestId ?? undefined,
    createdTimestamp: createdAt.toISOString(),
    createdBy: createdBy === null ? undefined : withoutNullMembers(createdBy),
    data: withoutNullMembers(data),
  };
}
