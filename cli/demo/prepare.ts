import type { Database } from '../../db/database.js';
import { Organization } from '../../db/models/organization.js';
import { Product } from '../../db/models/product.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { demoIntakes, demoProductKeys } from '../../db/seeds/demo-products.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { demoAccess } from './access.js';
import { type DemoAccess, type DemoProductEntry, readDemoAccess } from './demo-file.js';
import { demoCarrier, demoOrganizations } from './organizations.js';
import { seedDemo } from './seed.js';

export interface Demo {
  /** True if the database was empty and has just been filled. */
  seeded: boolean;
  organizations: DemoAccess[];
  products: DemoProductEntry[];
}

/** Fills an empty database and returns its demo data. Other databases are left unchanged. */
export async function prepareDemo(
  db: Database,
  { dataDir, catalog, now }: { dataDir: string; catalog: ProductCatalog; now: () => Date },
): Promise<Demo> {
  const seeded = await seedDemo(db);
  const ids = demoOrganizations.map(({ id }) => id);
  const present = new Set((await Organization.query(db).findByIds(ids)).map(({ id }) => id));
  const known = await readDemoAccess(dataDir);
  const organizations: DemoAccess[] = [];
  for (const organization of demoOrganizations.filter(({ id }) => present.has(id))) {
    const before = known.find(({ id }) => id === organization.id);
    organizations.push(await demoAccess(db, organization, before));
  }
  const products = present.has(demoCarrier.id) ? await liveProducts(db, catalog, now()) : [];
  return { seeded, organizations, products };
}

/** The live versions: a database filled by an earlier release has the products of that release. */
async function liveProducts(db: Database, catalog: ProductCatalog, now: Date): Promise<DemoProductEntry[]> {
  const live: DemoProductEntry[] = [];
  for (const key of demoProductKeys) {
    const line = await Product.query(db).findOne({ owner_organization_id: demoCarrier.id, key });
    if (line === undefined) continue;
    const versionId = await catalog.versionFor(line.id, { effectiveDate: utcDate(now), asConfiguredAt: now });
    const definition = versionId === null ? undefined : (await catalog.version(versionId))?.definition;
    if (versionId === null || definition === undefined) continue;
    const forms = (definition.forms ?? []).map(({ formConfigId, name, kind }) => ({
      formConfigId,
      name,
      kind,
    }));
    const { title: name } = definition.product;
    const organizationId = demoCarrier.id;
    const intakes = await demoIntakes(key);
    live.push({ key, lineId: line.id, versionId, name, organizationId, forms, intakes });
  }
  return live;
}
