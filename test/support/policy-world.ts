import supertest, { type Test } from 'supertest';
import { activityRoutes } from '../../api/activity/routes.js';
import { Activity } from '../../api/activity/service.js';
import { bordereauRoutes } from '../../api/bordereau/routes.js';
import { Bordereaux } from '../../api/bordereau/service.js';
import { commissionRoutes } from '../../api/commissions/routes.js';
import { Commissions } from '../../api/commissions/service.js';
import { ledgerRoutes } from '../../api/ledger/routes.js';
import { LedgerService } from '../../api/ledger/service.js';
import { policyCorrectionRoutes } from '../../api/policies/corrections/routes.js';
import { PolicyCorrections } from '../../api/policies/corrections/service.js';
import { policyPaymentRoutes } from '../../api/policies/payments/routes.js';
import { policyRoutes } from '../../api/policies/routes.js';
import { PolicyService } from '../../api/policies/service.js';
import { policyTimelineRoutes } from '../../api/policies/timeline/routes.js';
import { PolicyTimelines } from '../../api/policies/timeline/service.js';
import { policyUpcomingRoutes } from '../../api/policies/upcoming/routes.js';
import { UpcomingOfPolicies } from '../../api/policies/upcoming/service.js';
import { postingRoutes } from '../../api/postings/routes.js';
import { Postings } from '../../api/postings/service.js';
import { reportRoutes } from '../../api/reports/routes.js';
import { ReportService } from '../../api/reports/service.js';
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
  /** Ids of the policies whose workflows were told of a change, in order. */
  told: string[];
  get(path: string, by?: TestOrganization): Test;
  delete(path: string, by?: TestOrganization): Test;
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
  const policies = new PolicyService({ db, catalog, now });
  // No run follows these policies.
  const told: string[] = [];
  const terms = {
    tellSoon: async (policyId: string) => {
      told.push(policyId);
    },
  };
  const { app, close } = await createTestApp(database, {
    resources: [
      ledgerRoutes({ ledger: new LedgerService({ db, catalog, terms, now }) }),
      policyRoutes({ policies }),
      policyCorrectionRoutes({ corrections: new PolicyCorrections({ db, catalog, terms, now }), policies }),
      policyPaymentRoutes({ db, catalog, now }),
      policyTimelineRoutes({ timelines: new PolicyTimelines({ db, catalog, now }) }),
      policyUpcomingRoutes({ upcoming: new UpcomingOfPolicies({ db, catalog, now }) }),
      reportRoutes({ reports: new ReportService({ db }), db, now }),
      postingRoutes({ postings: new Postings({ db, now }) }),
      commissionRoutes({ commissions: new Commissions({ db, now }) }),
      activityRoutes({ activity: new Activity({ db, now }) }),
      bordereauRoutes({ bordereaux: new Bordereaux({ db, catalog, now }) }),
    ],
  });
  return {
    ...{ db, seller, issuer, stranger, told },
    get: (path, by = seller) => supertest(app).get(`/ioi/v3${path}`).set('Authorization', by.basic),
    delete: (path, by = seller) => supertest(app).delete(`/ioi/v3${path}`).set('Authorization', by.basic),
    post: (path, body, by = seller) =>
      supertest(app).post(`/ioi/v3${path}`).set('Authorization', by.basic).send(body),
    close: async () => {
      await close();
      await catalog.stop();
      await database.drop();
    },
  };
}
