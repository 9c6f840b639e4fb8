import { randomUUID } from 'node:crypto';
import supertest, { type Test } from 'supertest';
import { Downloads } from '../../api/documents/download-service.js';
import { DocumentGeneration } from '../../api/documents/generation-service.js';
import { PartnerEvaluations } from '../../api/documents/partner-evaluation.js';
import { documentRoutes } from '../../api/documents/routes.js';
import type { Database } from '../../db/database.js';
import { Quote } from '../../db/models/quote.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { deployVersion } from '../../db/products/deployments.js';
import { type LoadedVersion, loadVersion } from '../../db/products/load-version.js';
import { demoProducts } from '../../db/seeds/demo-products.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { RunPlan } from '../../domain/runs/fired-event.js';
import { createTestApp } from './app.js';
import { aClient } from './client-factory.js';
import { createTestDatabase } from './database.js';
import { testBaseUrl, testDocuments } from './documents.js';
import { anOrganization, type TestOrganization } from './identity-factory.js';
import { aPolicy } from './policy-factory.js';
import { anImport } from './product-factory.js';
import { aStoredQuote } from './quote-factory.js';

export const prefix = '/ioi/v3';

export interface DocumentWorld {
  db: Database;
  documents: ReturnType<typeof testDocuments>;
  carrier: TestOrganization;
  stranger: TestOrganization;
  definition: ProductDefinition;
  version: LoadedVersion;
  intake: AnswerMap;
  /** A client of the carrier with a rated quote and a policy that was issued of one. */
  clientId: string;
  quoteId: string;
  policyId: string;
  /** What was fired about documents. */
  started: RunPlan[];
  /** The id of one of the product's forms. */
  form(name: string): string;
  post(path: string, body: object, by?: TestOrganization): Test;
  get(path: string, by?: TestOrganization): Test;
  head(path: string, by?: TestOrganization): Test;
  /** Makes a document; answers the URL under which it is kept. */
  madeUrl(body: object): Promise<string>;
  close(): Promise<void>;
}

/** The document endpoints as they are served, with the demo product of general liability, unless another is given. */
export async function aDocumentWorld(
  changed?: (definition: ProductDefinition) => void,
): Promise<DocumentWorld> {
  const database = await createTestDatabase();
  const { db, url } = database;
  const carrier = await anOrganization(db, { name: 'Granite Ridge Mutual Insurance' });
  const stranger = await anOrganization(db);
  const demo = (await demoProducts()).find(({ key }) => key === 'general-liability')!;
  const definition = structuredClone(demo.definition);
  changed?.(definition);
  const organizationId = carrier.organization.id;
  const { versionId, productId } = await anImport(db, organizationId, definition);
  await deployVersion(db, { versionId, environment: 'DEV', effectiveDate: '2020-01-01' });
  const version = (await loadVersion(db, versionId))!;
  const intake = demo.intakes.quoted;
  const { id: clientId } = await aClient(db, organizationId, intake);
  const quoteId = await aStoredQuote(db, { version, organizationId, intake });
  await Quote.query(db).findById(quoteId).patch({ clientId });
  const policy = await aPolicy(db, {
    sellerId: organizationId,
    product: { productId, versionId },
    clientId,
    answers: intake,
    policyNumber: 'GL-2026-000001',
    premium: '11080.00',
    instalments: ['5540.00', '5540.00'],
  });
  const documents = testDocuments(db);
  const catalog = createProductCatalog({ db, databaseUrl: url, environment: 'DEV' });
  await catalog.start();
  const started: RunPlan[] = [];
  const runs = { startSoon: async (plan: RunPlan) => void started.push(plan) };
  const now = () => new Date();
  const { maker, urls, store } = documents;
  const { app, close } = await createTestApp(database, {
    resources: [
      documentRoutes({
        generation: new DocumentGeneration({ db, catalog, maker, runs, now }),
        downloads: new Downloads({ db, urls }),
        evaluations: new PartnerEvaluations({ db, catalog, maker, now }),
        store,
        baseUrl: testBaseUrl,
      }),
    ],
  });
  const post = (path: string, body: object, by = carrier) =>
    supertest(app).post(`${prefix}${path}`).set('Authorization', by.basic).send(body);
  return {
    ...{ db, documents, carrier, stranger, definition, version, intake, clientId, quoteId, started },
    policyId: policy.id,
    form: (name) => definition.forms!.find((form) => form.name === name)!.formConfigId,
    post,
    get: (path, by = carrier) => supertest(app).get(`${prefix}${path}`).set('Authorization', by.basic),
    head: (path, by = carrier) => supertest(app).head(`${prefix}${path}`).set('Authorization', by.basic),
    madeUrl: async (body) => {
      const before = new Set(await db('documents').pluck('id'));
      await post('/generate/document', body).expect(200);
      const [made] = await db('documents').whereNotIn('id', [...before, randomUUID()]);
      return urls.urlOf({ id: made.id, fileName: made.file_name })!;
    },
    close: async () => {
      await close();
      await documents.stop();
      await catalog.stop();
      await database.drop();
    },
  };
}
