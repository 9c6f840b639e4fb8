import type { Actor } from '../../domain/ground/actor.js';
import { grouped } from '../../domain/ground/grouped.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductLicense } from '../models/product-license.js';
import { type ListedVersions, listVersions } from './list-versions.js';
import { type License, licenseOf } from './product-entry.js';

/** A product of a list. `licensedBy` is null if it was before this was recorded, or if the reader may not know. */
export interface ListedProduct extends ListedVersions {
  productId: string;
  key: string;
  name: string;
  ownerOrganizationId: string;
  ownerOrganizationName: string;
  licensedTo: (License & { organizationId: string; organizationName: string; licensedBy: Actor | null })[];
}

export interface ProductSelection {
  /** Only products that it owns or is licensed to use; absent: all, for operators. */
  organizationId?: string | undefined;
  /** One product. */
  productId?: string | undefined;
  /** Absent: all products. */
  page?: { page: number; size: number };
}

/** Products with their versions and deployments, and how many there are. */
export async function listProducts(
  db: Database,
  { organizationId, productId, page }: ProductSelection = {},
): Promise<{ products: ListedProduct[]; total: number }> {
  const selected = () =>
    Product.query(db).modify((query) => {
      if (organizationId !== undefined) query.modify('visibleTo', organizationId);
      if (productId !== undefined) query.where('products.id', productId);
    });
  const headers = await selected()
    .join('organizations as owner', 'owner.id', 'products.owner_organization_id')
    .select(
      'products.id as productId',
      'products.key',
      'products.name',
      'owner.id as ownerOrganizationId',
      'owner.name as ownerOrganizationName',
    )
    .orderBy(['owner.name', 'products.key', 'products.id'])
    .modify((query) => {
      if (page !== undefined) query.offset(page.page * page.size).limit(page.size);
    })
    .castTo<Omit<ListedProduct, 'licensedTo' | 'versions' | 'builds'>[]>();
  const ids = headers.map(({ productId }) => productId);
  const [licenses, versions, total] = await Promise.all([
    licensesOf(db, ids),
    listVersions(db, ids),
    page === undefined ? headers.length : selected().resultSize(),
  ]);
  const products = headers.map((product) => ({
    ...product,
    licensedTo: (licenses.get(product.productId) ?? []).map(({ productId: _of, ...license }) => license),
    ...(versions.get(product.productId) ?? { versions: [], builds: 0 }),
  }));
  return { products, total };
}

async function licensesOf(db: Database, productIds: readonly string[]) {
  const licenses = await ProductLicense.query(db)
    .join('organizations', 'organizations.id', 'product_licenses.organization_id')
    .whereIn('product_id', productIds)
    .select(
      'product_id as productId',
      'organizations.id as organizationId',
      'organizations.name as organizationName',
      'licensed_by as licensedBy',
      'authority',
    )
    .orderBy('organizations.name')
    .castTo<(ListedProduct['licensedTo'][number] & { productId: string })[]>();
  const granted = licenses.map((license) => ({ ...license, ...licenseOf(license) }));
  return grouped(granted, ({ productId }) => productId);
}
