import type { Knex } from 'knex';
import type { Database } from '../../db/database.js';
import { Organization } from '../../db/models/organization.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { type DemoProduct, demoProducts } from '../../db/seeds/demo-products.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import {
  authorityOfAgency,
  commissionOfAgency,
  demoAgency,
  demoCarrier,
  demoOrganizations,
  licensedToAgency,
} from './organizations.js';

const deployedFrom = '2020-01-01';
const environments = ['DEV', 'UAT', 'PROD'] as const;

/**
 * Fills an empty database with the demo organizations and products, all or nothing. Two concurrent starts
 * fill it once. A database with any organization is left unchanged. Returns whether it was filled.
 */
export async function seedDemo(db: Database): Promise<boolean> {
  return db.transaction(async (trx) => {
    await trx.raw('lock table organizations in share row exclusive mode');
    if ((await Organization.query(trx).resultSize()) > 0) return false;
    for (const { id, name } of demoOrganizations) await Organization.query(trx).insert({ id, name });
    for (const product of await demoProducts()) await seedProduct(trx, product);
    return true;
  });
}

async function seedProduct(trx: Knex, { key, definition }: DemoProduct): Promise<void> {
  const { versionId, productId } = await importVersion(trx, {
    definition,
    sha256: contentHash(definition),
    ownerOrganizationId: demoCarrier.id,
    createdBy: { name: 'Demo data' },
    message: 'Comes with the demo data.',
  });
  for (const environment of environments) {
    await deployVersion(trx, { versionId, environment, effectiveDate: deployedFrom });
  }
  if (!licensedToAgency.includes(key)) return;
  await licenseProduct(trx, {
    productId,
    organizationId: demoAgency.id,
    authority: authorityOfAgency,
    commission: commissionOfAgency,
  });
}
