import type { Database } from '../database.js';
import { instant, json, objectText, plain, text } from '../json-text.js';
import { seenBy } from '../models/visibility.js';
import { readRow, type TextStatement } from '../text-statement.js';

/**
 * The JSON text of a Policy object (spec 2.6), without fields that do not apply. Of `policies p`, with its
 * organizations joined as `issuer` and `seller`.
 */
export const policyText = objectText([
  plain('id', 'p.id'),
  text('policyNumber', 'p.policy_number'),
  plain('productId', 'p.product_id'),
  text('productName', 'p.product_name'),
  plain('clientId', 'p.client_id'),
  plain('quoteId', 'p.quote_id'),
  plain('actionId', 'p.action_id'),
  plain('issuingOrganizationId', 'p.issuing_organization_id'),
  text('issuingOrganizationName', 'issuer.name'),
  plain('sellerOrganizationId', 'p.seller_organization_id'),
  text('sellerOrganizationName', 'seller.name'),
  plain('underwritingOrgId', 'p.underwriting_organization_id'),
  plain('producerId', 'p.producer_id'),
  plain('status', 'p.status'),
  plain('policyState', 'p.policy_state'),
  plain('effectiveDate', 'p.effective_date'),
  plain('expirationDate', 'p.expiration_date'),
  plain('lastDayWithCoverage', 'p.last_day_with_coverage'),
  json('premium', 'trim_scale(p.premium)'),
  text('premiumTerm', 'p.premium_term'),
  text('paymentPlan', 'p.payment_plan'),
  instant('createdTimestamp', 'p.created_at'),
  json('policyMeta', 'p.policy_meta'),
  json('policyContract', 'p.policy_contract'),
  json('clientIntegrationData', 'p.client_integration_data'),
  json('quoteIntegrationData', 'p.quote_integration_data'),
  json('policyIntegrationData', 'p.policy_integration_data'),
]);

export const policyTables = `policies p
  join organizations issuer on issuer.id = p.issuing_organization_id
  join organizations seller on seller.id = p.seller_organization_id`;

/** The most policies that one read of a client returns: more than any client has. */
export const mostPoliciesOfAClient = 1_000;

/** Without any policy, an empty list if the client is the organization's own. */
const ofClient: TextStatement = {
  name: 'policies_of_client',
  sql: `select coalesce(
    (select '[' || string_agg(found.text, ',' order by found.effective_date desc, found.id) || ']' from (
      select ${policyText} as text, p.effective_date, p.id from ${policyTables}
      where p.client_id = ? and ${seenBy('policies', 'p')}
      order by p.effective_date desc, p.id limit ${mostPoliciesOfAClient}) found),
    (select '[]' from clients where id = ? and ${seenBy('clients')}))`,
};

/**
 * JSON text of the client's policies that the organization sold or issued, the latest effective date first.
 * `undefined` if there are none and the client belongs to another organization.
 */
export async function readPoliciesOfClient(
  db: Database,
  organizationId: string,
  clientId: string,
): Promise<string | undefined> {
  const bindings = [clientId, organizationId, clientId, organizationId];
  const [policies] = (await readRow(db, ofClient, bindings)) ?? [];
  return policies ?? undefined;
}
