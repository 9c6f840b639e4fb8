import { deploymentCovering, type Environment } from '../../domain/product/timeline.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductLicense } from '../models/product-license.js';
import { deploymentsOf, type PlacedDeployment } from './deployments.js';

export interface ProductHeader {
  id: string;
  key: string;
  name: string;
  ownerOrganizationId: string;
  ownerOrganizationName: string;
}

/** The data of a product that change between imports: who may see it and what is deployed. */
export interface ProductEntry {
  header: ProductHeader;
  /** Organizations other than the owner that may use it. */
  licensedTo: ReadonlySet<string>;
  /** Of one environment. */
  deployments: readonly PlacedDeployment[];
}

/** Reads a product without an organization scope; `null` if there is none. */
export async function loadProductEntry(
  db: Database,
  productId: string,
  environment: Environment,
): Promise<ProductEntry | null> {
  const [header, licenses, deployments] = await Promise.all([
    Product.query(db)
      .join('organizations as owner', 'owner.id', 'products.owner_organization_id')
      .where('products.id', productId)
      .select(
        'products.id',
        'products.key',
        'products.name',
        'products.owner_organization_id as ownerOrganizationId',
        'owner.name as ownerOrganizationName',
      )
      .first()
      .castTo<ProductHeader | undefined>(),
    ProductLicense.query(db).where('product_id', productId).select('organization_id'),
    deploymentsOf(db, productId, environment),
  ]);
  if (!header) return null;
  return { header, licensedTo: new Set(licenses.map((license) => license.organizationId)), deployments };
}

/**
 * The version that covers `effectiveDate` (`YYYY-MM-DD`) in an environment as deployed at an instant, or
 * `null`. It reads the database; requests use the catalog instead.
 */
export async function productVersionFor(
  db: Database,
  question: { productId: string; environment: Environment; effectiveDate: string; asConfiguredAt: Date },
): Promise<string | null> {
  const deployments = await deploymentsOf(db, question.productId, question.environment);
  return deploymentCovering(deployments, question)?.versionId ?? null;
}
