import { type Authority, authorityWithin, noAuthority } from '../../domain/authority/authority.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { ProductCatalog } from '../products/catalog.js';

/** What authority depends on; `licenseOf` reads the cache, or the database in a transaction. */
export interface AuthoritySources {
  catalog: Pick<ProductCatalog, 'product' | 'versionFor' | 'version'>;
  licenseOf: ProductCatalog['licenseOf'];
}

/** A product on the paper of an insurer, and who sells it. */
export interface SoldProduct {
  organizationId: string;
  productId: string;
  /** The organization that quotes and issues. */
  issuerId: string;
  now: BusinessTime;
}

/**
 * What an organization may do with a product on an insurer's paper; undefined if it is the insurer, who may do
 * everything. The settings are those of the version that is deployed for today. Where the insurer does not own the
 * product, nobody can license its paper: it can be quoted, and the insurer does the rest.
 */
export async function licensedAuthority(
  { catalog, licenseOf }: AuthoritySources,
  { organizationId, productId, issuerId, now }: SoldProduct,
): Promise<Authority | undefined> {
  if (organizationId === issuerId) return undefined;
  const product = await catalog.product(productId);
  if (product?.ownerOrganizationId !== issuerId) return { ...noAuthority, quote: true };
  const license = await licenseOf(productId, organizationId);
  if (license === undefined) return noAuthority;
  const versionId = await catalog.versionFor(productId, {
    effectiveDate: now.today,
    asConfiguredAt: now.systemTime,
  });
  const version = versionId === null ? null : await catalog.version(versionId);
  return authorityWithin(license.authority, version ? policySettingsOf(version.definition).authority : {});
}
