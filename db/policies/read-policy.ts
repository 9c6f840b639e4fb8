import type { Database } from '../database.js';
import type { Policy } from '../models/policy.js';
import { seenBy } from '../models/visibility.js';

/** The JSON fields of a policy, still as text: reads send them without parsing. */
export interface StoredPolicyJson {
  policyMeta: string;
  policyContract: string;
  clientIntegrationData: string;
  quoteIntegrationData: string;
  policyIntegrationData: string;
}

/** A policy with the field names of spec 2.6. */
export interface StoredPolicy extends StoredPolicyJson {
  id: string;
  policyNumber: string;
  productId: string;
  productName: string;
  clientId: string;
  quoteId: string;
  actionId: string;
  issuingOrganizationId: string;
  issuingOrganizationName: string;
  sellerOrganizationId: string;
  sellerOrganizationName: string;
  underwritingOrgId: string | null;
  producerId: string | null;
  status: Policy['status'];
  policyState: Policy['policyState'];
  effectiveDate: string;
  expirationDate: string;
  lastDayWithCoverage: string;
  /** Decimal text. */
  premium: string;
  premiumTerm: string;
  paymentPlan: string;
  createdTimestamp: Date;
}

/** Of `policies p`, with the names of its organizations joined as `issuer` and `seller`. */
export const policyColumns = `p.id, p.policy_number as "policyNumber", p.product_id as "productId",
    p.product_name as "productName", p.client_id as "clientId", p.quote_id as "quoteId", p.action_id as "actionId",
    p.issuing_organization_id as "issuingOrganizationId", issuer.name as "issuingOrganizationName",
    p.seller_organization_id as "sellerOrganizationId", seller.name as "sellerOrganizationName",
    p.underwriting_organization_id as "underwritingOrgId", p.producer_id as "producerId", p.status,
    p.policy_state as "policyState", p.effective_date as "effectiveDate", p.expiration_date as "expirationDate",
    p.last_day_with_coverage as "lastDayWithCoverage", p.premium, p.premium_term as "premiumTerm",
    p.payment_plan as "paymentPlan", p.policy_meta::text as "policyMeta", p.policy_contract::text as "policyContract",
    p.client_integration_data::text as "clientIntegrationData",
    p.quote_integration_data::text as "quoteIntegrationData",
    p.policy_integration_data::text as "policyIntegrationData", p.created_at as "createdTimestamp"`;

export const policyTables = `policies p
  join organizations issuer on issuer.id = p.issuing_organization_id
  join organizations seller on seller.id = p.seller_organization_id`;

/** The most policies that one read of a client returns: more than any client has. */
export const mostPoliciesOfAClient = 1_000;

const ofClient = `select ${policyColumns} from ${policyTables}
  where p.client_id = ? and ${seenBy('policies', 'p')}
  order by p.effective_date desc, p.id limit ?`;

/** The statement of a client's policies, in the order of its bindings. */
export function policiesOfClientStatement(organizationId: string, clientId: string) {
  return { sql: ofClient, bindings: [clientId, organizationId, mostPoliciesOfAClient] };
}

const clientOf = `select 1 from clients where id = ? and ${seenBy('clients')}`;

/**
 * The client's policies that the organization sold or issued, the latest effective date first. `undefined` if
 * there are none and the client belongs to another organization.
 */
export async function readPoliciesOfClient(
  db: Database,
  organizationId: string,
  clientId: string,
): Promise<StoredPolicy[] | undefined> {
  const { sql, bindings } = policiesOfClientStatement(organizationId, clientId);
  const { rows } = await db
    .raw<{ rows: StoredPolicy[] }>(sql, bindings)
    .options({ name: 'policies_of_client' });
  if (rows.length > 0) return rows;
  const { rows: clients } = await db
    .raw<{ rows: unknown[] }>(clientOf, [clientId, organizationId])
    .options({ name: 'client_of_organization' });
  return clients.length > 0 ? [] : undefined;
}
