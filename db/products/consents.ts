import type { Knex } from 'knex';
import { type ConfiguredAction, isRating } from '../../domain/actions/configured-action.js';
import { pathText } from '../../domain/ground/lint-issue.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { placedActions } from '../../domain/product/placed-actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Organization } from '../models/organization.js';
import { Product } from '../models/product.js';
import { ProductConsent } from '../models/product-consent.js';
import { announceProductChange } from './product-changes.js';
import { ProductError } from './product-error.js';

/** Whose consent, and for what. */
export interface ConsentRequest extends Who {
  productId: string;
  /** Who consents. */
  organizationId: string;
}

export interface GivenConsent {
  productId: string;
  /** Null: the owner has not imported the product yet. */
  productName: string | null;
  ownerOrganizationId: string;
  ownerOrganizationName: string;
  organizationId: string;
  /** False if it was given already. */
  given: boolean;
}

/**
 * An organization consents that a product of another one quotes in its name, and uses its signing secret and endpoints.
 * Consenting again changes nothing.
 * @throws ProductError if an organization is unknown, or both are the same.
 */
export async function giveConsent(
  db: Database,
  {
    productId,
    organizationId,
    ownerOrganizationId,
    by,
    origin,
  }: ConsentRequest & { ownerOrganizationId: string },
): Promise<GivenConsent> {
  if (organizationId === ownerOrganizationId) {
    throw new ProductError('OWNER_NEEDS_NO_CONSENT', 'a product needs no consent of its owner');
  }
  return db.transaction(async (trx) => {
    const product = await lockProduct(trx, { productId, ownerOrganizationId });
    const names = new Map<string, string>();
    for (const id of [organizationId, ownerOrganizationId]) {
      const organization = await Organization.query(trx).findById(id).select('name');
      if (!organization) throw new ProductError('UNKNOWN_ORGANIZATION', `there is no organization ${id}`);
      names.set(id, organization.name);
    }
    const known = await ProductConsent.query(trx).findById([productId, organizationId]).forUpdate();
    const given = known?.ownerOrganizationId !== ownerOrganizationId;
    if (given) {
      await ProductConsent.query(trx)
        .insert({ productId, organizationId, ownerOrganizationId, givenBy: by ?? null })
        .onConflict(['product_id', 'organization_id'])
        .merge();
      const entry = { targetId: productId, details: { organizationId, ownerOrganizationId } };
      await recordAudit(
        trx,
        { ...entry, action: 'CONSENT_GIVEN', organizationId, by, origin },
        // Who gave it is not shown to the other organization.
        { ...entry, action: 'CONSENT_RECEIVED', organizationId: ownerOrganizationId },
      );
      await announceProductChange(trx, productId);
    }
    return {
      productId,
      productName: product?.name ?? null,
      organizationId,
      given,
      ownerOrganizationId,
      ownerOrganizationName: names.get(ownerOrganizationId) ?? '',
    };
  });
}

/**
 * Withdraws a consent: what runs from now on has none. Quotes that were made keep their name.
 * @throws ProductError if there is none.
 */
export async function revokeConsent(
  db: Database,
  { productId, organizationId, by, origin }: ConsentRequest,
): Promise<void> {
  await db.transaction(async (trx) => {
    const consent = await ProductConsent.query(trx).findById([productId, organizationId]);
    if (!consent) throw new ProductError('UNKNOWN_CONSENT', `there is no consent ${productId}`);
    const { ownerOrganizationId } = consent;
    await lockProduct(trx, { productId, ownerOrganizationId });
    if ((await ProductConsent.query(trx).deleteById([productId, organizationId])) === 0) return;
    const entry = {
      ...({ action: 'CONSENT_REVOKED', targetId: productId } as const),
      details: { organizationId, ownerOrganizationId },
    };
    await recordAudit(
      trx,
      { ...entry, organizationId, by, origin },
      { ...entry, organizationId: ownerOrganizationId },
    );
    await announceProductChange(trx, productId);
  });
}

/** So that a consent and a version that needs it are decided one after the other. */
async function lockProduct(
  trx: Knex,
  { productId, ownerOrganizationId }: { productId: string; ownerOrganizationId: string },
): Promise<Product | undefined> {
  return Product.query(trx).findById(productId).modify('ownedBy', ownerOrganizationId).forUpdate();
}

/** The names of the organizations that consent to a product of an owner, by id. */
export async function consentsOf(
  db: Knex,
  { productId, ownerOrganizationId }: { productId: string; ownerOrganizationId: string },
): Promise<ReadonlyMap<string, string>> {
  const rows = await ProductConsent.query(db)
    .where({ product_id: productId, owner_organization_id: ownerOrganizationId })
    .join('organizations', 'organizations.id', 'product_consents.organization_id')
    .select('organizations.id', 'organizations.name')
    .castTo<{ id: string; name: string }[]>();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Refuses a definition that quotes in the name of organizations which do not consent.
 * @throws ProductError that names each, with its place.
 */
export async function requireConsents(
  trx: Knex,
  definition: Pick<ProductDefinition, 'configurations'>,
  product: { productId: string; ownerOrganizationId: string },
): Promise<void> {
  const named = placedActions(definition).flatMap(({ action, path }) => {
    const id = quotesFor(action);
    return id === undefined || id === product.ownerOrganizationId ? [] : [{ id, path }];
  });
  if (named.length === 0) return;
  const consents = await consentsOf(trx, product);
  const places = named
    .filter(({ id }) => !consents.has(id))
    .map(({ id, path }) => ({
      field: pathText([...path, 'quotingOrganizationId']),
      detail: noConsent(id),
    }));
  if (places.length === 0) return;
  const missing = [...new Set(places.map(({ detail }) => detail))];
  throw new ProductError('NO_CONSENT', missing.join('; '), places);
}

/** The organization that an action names to quote in its name; undefined for the product's owner. */
export function quotesFor(action: ConfiguredAction): string | undefined {
  return isRating(action) ? action.quotingOrganizationId : undefined;
}

export const noConsent = (organizationId: string): string =>
  `organization ${organizationId} does not consent that this product quotes in its name`;
