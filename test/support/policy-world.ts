import supertest, { type Test } from 'supertest';
import { policyRoutes } from '../../api/policies/routes.js';
import { PolicyService } from '../../api/policies/service.js';
import type { Database } from '../../db/database.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { createTestApp } from './app.js';
import { createTestDatabase } from './database.js';
import { anOrganization, type TestOrganization } from './identity-factory.js';

export interface PolicyWorld {
  db: Database;
  seller: TestOrganization;
  issuer: TestOrganization;
  stranger: TestOrganization;
  get(path: string, by?: TestOrganization): Test;
  post(path: string, body?: object, by?: TestOrganization): Test;
  close(): Promise<void>;
}

/** The policy endpoints as they are served, on a day. */
export async function aPolicyWorld({ today = '2026-07-01' }: { today?: string } = {}): Promise<PolicyWorld> {
  const database = await createTestDatabase();
  const { db, url } = database;
  const seller = await anOrganization(db, { name: 'Harbor Street Agency' });
  const issuer = await anOrganization(db, { name: 'Granite Ridge Mutual' });
  const stranger = await anOrganization(db);
  const catalog = createProductCatalog({ db, databaseUrl: url, environment: 'DEV' });
  await catalog.start();
  const now = () => new Date(`${today}T12:00:00Z`);
  const { app, close } = await createTestApp(database, {
    resources: [policyRoutes({ policies: new PolicyService({ db, catalog, now }) })],
  });
  return {
    ...{ db, seller, issuer, stranger },
    get: (path, by = seller) => supertest(app).get(`/ioi/v3${path}`).set('Authorization', by.basic),
    post: (path, body, by = seller) =>
      supertest(app).post(`/ioi/v3${path}`).set('Authorization', by.basic).send(body),
    close: async () => {
      await close();
      await catalog.stop();
      await database.drop();
    },
  };
}
