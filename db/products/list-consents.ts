import type { Actor } from '../../domain/ground/actor.js';
import type { Database } from '../database.js';
import { ProductConsent } from '../models/product-consent.js';
import type { GivenConsent } from './consents.js';

export interface ListedConsent extends Omit<GivenConsent, 'given'> {
  organizationName: string;
  givenBy: Actor | null;
  givenAt: Date;
}

/** The consents that an organization gave and received, the latest first, and how many there are. */
export async function listConsents(
  db: Database,
  { organizationId, page }: { organizationId: string; page: { page: number; size: number } },
): Promise<{ consents: ListedConsent[]; total: number }> {
  const seen = () => ProductConsent.query(db).modify('visibleTo', organizationId);
  const consents = await seen()
    .join('organizations as giver', 'giver.id', 'product_consents.organization_id')
    .join('organizations as owner', 'owner.id', 'product_consents.owner_organization_id')
    .leftJoin('products as product', (on) =>
      on
        .on('product.id', 'product_consents.product_id')
        .andOn('product.owner_organization_id', 'product_consents.owner_organization_id'),
    )
    .select(
      'product_consents.product_id as productId',
      'product.name as productName',
      'owner.id as ownerOrganizationId',
      'owner.name as ownerOrganizationName',
      'giver.id as organizationId',
      'giver.name as organizationName',
      'product_consents.given_by as givenBy',
      'product_consents.created_at as givenAt',
    )
    .orderBy([
      { column: 'product_consents.created_at', order: 'desc' },
      'product_consents.product_id',
      'product_consents.organization_id',
    ])
    .offset(page.page * page.size)
    .limit(page.size)
    .castTo<ListedConsent[]>();
  return { consents, total: await seen().resultSize() };
}
