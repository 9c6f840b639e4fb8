import type { RatingAction } from '../../domain/actions/configured-action.js';
import type { ProductCatalog, ProductHeader } from './catalog.js';
import { noConsent } from './consents.js';

/** The organization in whose name an action quotes. */
export interface QuotingOrganization {
  organizationId: string;
  name: string;
  /** The action names an organization that does not consent: it must not rate, and its decline is the owner's. */
  refusal?: string;
}

/** The product's owner, or the organization that the action names, if that consents. */
export async function quotingOrganizationOf(
  catalog: Pick<ProductCatalog, 'consentOf'>,
  { id: productId, ownerOrganizationId, ownerOrganizationName }: ProductHeader,
  { quotingOrganizationId = ownerOrganizationId }: Pick<RatingAction, 'quotingOrganizationId'>,
): Promise<QuotingOrganization> {
  const owner = { organizationId: ownerOrganizationId, name: ownerOrganizationName };
  if (quotingOrganizationId === ownerOrganizationId) return owner;
  const name = await catalog.consentOf(productId, quotingOrganizationId);
  if (name === undefined) return { ...owner, refusal: noConsent(quotingOrganizationId) };
  return { organizationId: quotingOrganizationId, name };
}
