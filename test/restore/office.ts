import { prepareDemo } from '../../cli/demo/prepare.js';
import { prepareSchema } from '../../cli/parts/migrations.js';
import { type Database, openDatabase } from '../../db/database.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import { createOrganization } from '../../db/identity/organizations.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { deployVersion } from '../../db/products/deployments.js';
import { importVersion } from '../../db/products/import-version.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { productDefinition } from '../../domain/product/definition.js';
import { shopOnPlans } from '../support/billing-world.js';
import { basicOf } from '../support/identity-factory.js';

/** The shop, whose reports wait for an answer of another system. */
function shopThatWaits() {
  const shop = structuredClone(shopOnPlans()) as unknown as {
    configurations: { events: Record<string, object[]> }[];
  };
  const id = '0a6d7c1e-55a4-4f58-9a0c-0d8f2f2f0e21';
  shop.configurations[0]!.events.CLAIM_NOTIFICATION = [
    { id, type: 'INBOUND_WAIT', name: 'Answer', waitsFor: 'an answer', into: 'answer' },
  ];
  return productDefinition.parse(shop);
}

/** A migrated database with the demo data, and an organization with the shop; answers its key. */
export async function openOffice(
  urls: { url: string; ownerUrl: string },
  dataDir: string,
): Promise<{ key: string; owner: Database }> {
  await prepareSchema(urls);
  const owner = openDatabase({ url: urls.ownerUrl, poolSize: 3, applicationName: 'ioi-drill' });
  const catalog = createProductCatalog({ db: owner, databaseUrl: urls.url, environment: 'DEV' });
  await catalog.start();
  await prepareDemo(owner, { dataDir, catalog, now: () => new Date() });
  await catalog.stop();
  const { id: organizationId } = await createOrganization(owner, { name: 'The shop' });
  const definition = shopThatWaits();
  const { versionId } = await importVersion(owner, {
    ...{ definition, sha256: contentHash(definition), ownerOrganizationId: organizationId },
    createdBy: { name: 'the drill' },
  });
  await deployVersion(owner, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
  const { apiKey, secret } = await createApiKey(owner, { organizationId, permissions: ['*'] });
  return { key: basicOf(apiKey.key, secret), owner };
}
