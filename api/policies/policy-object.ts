import type { StoredPolicy, StoredPolicyJson } from '../../db/policies/read-policy.js';

/** A stored policy as the JSON text of a Policy object (spec 2.6), without fields that do not apply. */
export function policyText({
  policyMeta,
  policyContract,
  clientIntegrationData,
  quoteIntegrationData,
  policyIntegrationData,
  ...stored
}: StoredPolicy): string {
  const json: StoredPolicyJson = {
    ...{ policyMeta, policyContract },
    ...{ clientIntegrationData, quoteIntegrationData, policyIntegrationData },
  };
  return withJson(plainFields(stored), json);
}

/** JSON text of an object with further members that are JSON text already. */
export function withJson(
  fields: object,
  json: { readonly [name: string]: string } | StoredPolicyJson,
): string {
  const members = Object.entries(json).map(([name, value]) => `,"${name}":${value}`);
  return `${JSON.stringify(fields).slice(0, -1)}${members.join('')}}`;
}

/** Named one by one, so that additional columns of a read are not sent. */
function plainFields(stored: Omit<StoredPolicy, keyof StoredPolicyJson>) {
  const { underwritingOrgId, producerId } = stored;
  return {
    id: stored.id,
    policyNumber: stored.policyNumber,
    productId: stored.productId,
    productName: stored.productName,
    clientId: stored.clientId,
    quoteId: stored.quoteId,
    actionId: stored.actionId,
    issuingOrganizationId: stored.issuingOrganizationId,
    issuingOrganizationName: stored.issuingOrganizationName,
    sellerOrganizationId: stored.sellerOrganizationId,
    sellerOrganizationName: stored.sellerOrganizationName,
    ...(underwritingOrgId !== null && { underwritingOrgId }),
    ...(producerId !== null && { producerId }),
    status: stored.status,
    policyState: stored.policyState,
    effectiveDate: stored.effectiveDate,
    expirationDate: stored.expirationDate,
    lastDayWithCoverage: stored.lastDayWithCoverage,
    premium: Number(stored.premium),
    premiumTerm: stored.premiumTerm,
    paymentPlan: stored.paymentPlan,
    createdTimestamp: stored.createdTimestamp,
  };
}
