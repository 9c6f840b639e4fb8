import supertest, { type Test } from 'supertest';
import { clientRoutes } from '../../api/clients/routes.js';
import { ClientService } from '../../api/clients/service.js';
import type { Database } from '../../db/database.js';
import { Client } from '../../db/models/client.js';
import { ClientAnswerVersion } from '../../db/models/client-answer-version.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { importVersion } from '../../db/products/import-version.js';
import { licenseProduct } from '../../db/products/licenses.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { createTestApp } from './app.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { anOrganization, type TestOrganization } from './identity-factory.js';
import { shopIds, shopProduct } from './shop-product.js';

export interface ClientRead {
  by?: TestOrganization;
  product?: string;
  /** As it stands in the path; left out, the latest answers are read. */
  at?: string;
}

export interface ClientWorld {
  database: TestDatabase;
  db: Database;
  /** Owns the shop product. */
  agency: TestOrganization;
  /** Is licensed for it. */
  licensee: TestOrganization;
  stranger: TestOrganization;
  put(body: object | string, by?: TestOrganization): Test;
  putWithoutCredentials(body: object): Test;
  get(clientId: string, read?: ClientRead): Test;
  /** `GET /client`. */
  list(query?: string, by?: TestOrganization): Test;
  /** Saves a new client and gives its id. */
  created(body?: object, by?: TestOrganization): Promise<string>;
  /** Everything that is stored of a client. */
  rows(clientId: string): Promise<{ current: Client | undefined; past: ClientAnswerVersion[] }>;
  close(): Promise<void>;
}

/** The client endpoints as they are served, with a product that two of three organizations see. */
export async function aClientWorld(): Promise<ClientWorld> {
  const database = await createTestDatabase();
  const { db, url } = database;
  const agency = await anOrganization(db);
  const licensee = await anOrganization(db);
  const stranger = await anOrganization(db);
  await aShop(db, agency, licensee);
  const catalog = createProductCatalog({ db, databaseUrl: url, environment: 'DEV' });
  await catalog.start();
  const { app, close } = await createTestApp(database, {
    resources: [clientRoutes({ clients: new ClientService({ db, catalog, environment: 'DEV' }) })],
  });

  const putWithoutCredentials = (body: object | string) =>
    supertest(app)
      .put('/ioi/v3/client')
      .set('Content-Type', 'application/json')
      .send(typeof body === 'string' ? body : JSON.stringify(body));
  const put = (body: object | string, by = agency) =>
    putWithoutCredentials(body).set('Authorization', by.basic);
  return {
    database,
    db,
    agency,
    licensee,
    stranger,
    put,
    putWithoutCredentials,
    get: (clientId, { by = agency, product = shopIds.line, at } = {}) =>
      supertest(app)
        .get(`/ioi/v3/client/${clientId}/product/${product}${at === undefined ? '' : `/datetime/${at}`}`)
        .set('Authorization', by.basic),
    list: (query = '', by = agency) =>
      supertest(app).get(`/ioi/v3/client?${query}`).set('Authorization', by.basic),
    created: async (body = {}, by = agency) => (await put(body, by).expect(200)).body.clientId,
    rows: async (clientId) => ({
      current: await Client.query(db).findById(clientId),
      past: await ClientAnswerVersion.query(db).where('client_id', clientId).orderBy('valid_from'),
    }),
    close: async () => {
      await close();
      await catalog.stop();
      await database.drop();
    },
  };
}

async function aShop(db: Database, owner: TestOrganization, licensee: TestOrganization): Promise<void> {
  const definition = shopProduct();
  await importVersion(db, {
    definition,
    sha256: contentHash(definition),
    ownerOrganizationId: owner.organization.id,
    createdBy: { name: 'tests' },
  });
  await licenseProduct(db, { productId: shopIds.line, organizationId: licensee.organization.id });
}
