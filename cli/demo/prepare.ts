import type { Database } from '../../db/database.js';
import { Organization } from '../../db/models/organization.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { demoProducts } from '../../db/seeds/demo-products.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { demoAccess } from './access.js';
import { type DemoAccess, type DemoProductEntry, readDemoAccess } from './demo-file.js';
import { demoCarrier, demoOrganizations } from './organizations.js';
import { seedDemo } from './seed.js';

export interface Demo {
  /** True where the database was empty and has been filled now. */
  seeded: boolean;
  organizations: DemoAccess[];
  products: DemoProductEntry[];
}

/** Fills an empty database, and tells what of the demo data there is. Nothing on a database of one's own. */
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
  const products = present.has(demoCarrier.id) ? await liveProducts(catalog, now()) : [];
  return { seeded, organizations, products };
}

async function liveProducts(catalog: ProductCatalog, now: Date): Promise<DemoProductEntry[]> {
  const live: DemoProductEntry[] = [];
  for (const { key, definition, intakes } of await demoProducts()) {
    const { id: lineId, title: name } = definition.product;
    const versionId = await catalog.versionFor(lineId, { effectiveDate: utcDate(now), asConfiguredAt: now });
    if (versionId === null) continue;
    // As they are live: a database that was filled by an earlier edition has the forms of that one.
    const version = await catalog.version(versionId);
    const forms = (version?.definition.forms ?? []).map(({ formConfigId, name: form, kind }) => ({
      formConfigId,
      name: form,
      kind,
    }));
    live.push({ key, lineId, versionId, name, organizationId: demoCarrier.id, forms, intakes });
  }
  return live;
}
