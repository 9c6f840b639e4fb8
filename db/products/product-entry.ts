import type { Knex } from 'knex';
import { type Authority, authority } from '../../domain/authority/authority.js';
import { deploymentCovering, type Environment } from '../../domain/product/timeline.js';
import type { Database } from '../database.js';
import { Product } from '../models/product.js';
import { ProductLicense } from '../models/product-license.js';
import { consentsOf } from './consents.js';
import { deploymentsOf, type PlacedDeployment } from './deployments.js';

export interface ProductHeader {
  id: string;
  key: string;
  name: string;
  ownerOrganizationId: string;
  ownerOrganizationName: string;
  /** The owner's time zone, an IANA name. */
  timeZone: string;
}

/** Lets an organization use a product. */
export interface License {
  /** What it grants; null: what the product usually grants. */
  authority: Authority | null;
}

/** The data of a product that change between imports: who may see it and what is deployed. */
export interface ProductEntry {
  header: ProductHeader;
  /** The licenses of organizations other than the owner, by organization. */
  licenses: ReadonlyMap<string, License>;
  /** The organizations in whose name it may quote besides its owner, with their names. */
  consents: ReadonlyMap<string, string>;
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
        'owner.time_zone as timeZone',
      )
      .first()
      .castTo<ProductHeader | undefined>(),
    ProductLicense.query(db).where('product_id', productId).select('organization_id', 'authority'),
    deploymentsOf(db, productId, environment),
  ]);
  if (!header) return null;
  const { ownerOrganizationId } = header;
  return {
    header,
    licenses: new Map(licenses.map((row) => [row.organizationId, licenseOf(row)])),
    consents: await consentsOf(db, { productId, ownerOrganizationId }),
    deployments,
  };
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

/** A license in the database, which may be newer than the cache: for transactions. */
export async function readLicense(
  db: Knex,
  productId: string,
  organizationId: string,
): Promise<License | undefined> {
  const row = await ProductLicense.query(db).findById([productId, organizationId]).select('authority');
  return row && licenseOf(row);
}

/** What a newer release grants besides is ignored. */
const stored = authority.strip();

/** A license as its row has it. */
export function licenseOf({ authority: granted }: Pick<ProductLicense, 'authority'>): License {
  return { authority: granted === null ? null : stored.parse(granted) };
}
