import type { Environment } from '../../domain/product/timeline.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductDeployment } from '../models/product-deployment.js';
import { ProductLicense } from '../models/product-license.js';
import { ProductVersion } from '../models/product-version.js';

export interface ListedProduct {
  productId: string;
  key: string;
  name: string;
  ownerOrganizationId: string;
  ownerOrganizationName: string;
  licensedTo: { organizationId: string; organizationName: string }[];
  versions: ListedVersion[];
}

export interface ListedVersion {
  versionId: string;
  version: string;
  buildNumber: number;
  archived: boolean;
  createdAt: string;
  deployments: { environment: Environment; effectiveDate: string }[];
}

/**
 * Every product with its versions and deployments, for the operator; or those visible to one organization.
 */
export async function listProducts(db: Database, organizationId?: string): Promise<ListedProduct[]> {
  const products = await Product.query(db)
    .join('organizations as owner', 'owner.id', 'products.owner_organization_id')
    .modify((query) => {
      if (organizationId !== undefined) query.modify('visibleTo', organizationId);
    })
    .select(
      'products.id as productId',
      'products.key',
      'products.name',
      'owner.id as ownerOrganizationId',
      'owner.name as ownerOrganizationName',
    )
    .orderBy(['owner.name', 'products.key', 'products.id'])
    .castTo<Omit<ListedProduct, 'licensedTo' | 'versions'>[]>();
  const ids = products.map(({ productId }) => productId);
  const [licenses, versions, deployments] = await Promise.all([
    ProductLicense.query(db)
      .join('organizations', 'organizations.id', 'product_licenses.organization_id')
      .whereIn('product_id', ids)
      .select(
        'product_id as productId',
        'organizations.id as organizationId',
        'organizations.name as organizationName',
      )
      .orderBy('organizations.name')
      .castTo<{ productId: string; organizationId: string; organizationName: string }[]>(),
    ProductVersion.query(db)
      .whereIn('product_id', ids)
      .select('id', 'product_id', 'version', 'build_number', 'archived_at', 'created_at')
      .orderBy('build_number', 'desc'),
    ProductDeployment.query(db)
      .whereIn('product_id', ids)
      .whereNull('withdrawn_at')
      .select('product_version_id', 'environment', 'effective_date')
      .orderBy(['environment', 'effective_date']),
  ]);
  const deploymentsByVersion = grouped(deployments, ({ productVersionId }) => productVersionId);
  const versionsByProduct = grouped(versions, ({ productId }) => productId);
  const licensesByProduct = grouped(licenses, ({ productId }) => productId);
  return products.map((product) => ({
    ...product,
    licensedTo: (licensesByProduct.get(product.productId) ?? []).map(
      ({ organizationId, organizationName }) => ({
        organizationId,
        organizationName,
      }),
    ),
    versions: (versionsByProduct.get(product.productId) ?? []).map((version) => ({
      versionId: version.id,
      version: version.version,
      buildNumber: version.buildNumber,
      archived: version.archivedAt !== null,
      createdAt: version.createdAt.toISOString(),
      deployments: (deploymentsByVersion.get(version.id) ?? []).map(({ environment, effectiveDate }) => ({
        environment,
        effectiveDate,
      })),
    })),
  }));
}

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}
