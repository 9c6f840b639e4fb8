import type { CatalogVersion, ProductCatalog, ProductHeader } from '../../db/products/catalog.js';
import { type FieldError, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';

/** The product, if it is visible to the caller's organization; 404 otherwise. */
export async function visibleProduct(
  catalog: ProductCatalog,
  { organizationId }: Caller,
  productId: string,
  named?: Omit<FieldError, 'detail'>,
): Promise<ProductHeader> {
  const product = await catalog.productVisibleTo(organizationId, productId);
  if (product === null) throw new NotFound('product', productId, named);
  return product;
}

/** The version of a product that is deployed for a day; 404 if there is none. */
export async function versionCovering(
  catalog: ProductCatalog,
  productId: string,
  { on: effectiveDate, asConfiguredAt }: { on: string; asConfiguredAt: Date },
): Promise<CatalogVersion> {
  const versionId = await catalog.versionFor(productId, { effectiveDate, asConfiguredAt });
  const version = versionId === null ? null : await catalog.version(versionId);
  if (version === null) {
    const what = `version on ${effectiveDate} of product`;
    throw new NotFound(what, productId, undefined, 'PRODUCT_NOT_DEPLOYED');
  }
  return version;
}
