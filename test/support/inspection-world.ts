import request from 'supertest';
import { expect, vi } from 'vitest';
import { eventRoutes } from '../../api/event-firing/routes.js';
import { EventService } from '../../api/event-firing/service.js';
import { EventControl } from '../../api/events/control.js';
import { firedEventRoutes } from '../../api/events/routes.js';
import type { EventRunObject } from '../../api/events/schemas.js';
import { EventInspection } from '../../api/events/service.js';
import { inboundRoutes } from '../../api/inbound/routes.js';
import { ChangedQuotes } from '../../api/quotes/changed-quote.js';
import { InformationRequests } from '../../api/quotes/information-requests.js';
import { Offers } from '../../api/quotes/offers.js';
import { Reviews } from '../../api/quotes/reviews.js';
import { quoteRoutes } from '../../api/quotes/routes.js';
import { EarlierDecisions } from '../../api/quotes/similar-decisions.js';
import type { EventRuns } from '../../api/runs/event-runs.js';
import { RunUnanswered } from '../../api/runs/run-errors.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { createTestApp } from './app.js';
import { aCarrierServer, type CarrierServer } from './carrier-server.js';
import { testRater } from './documents.js';
import { anEventWorld, type EventWorld } from './event-world.js';
import { basicOf } from './identity-factory.js';
import { marketProduct } from './market-product.js';

export interface InspectionWorld extends EventWorld {
  carrierServer: CarrierServer;
  control: EventControl;
  inspection: EventInspection;
  /** Accepts events, and cannot reach Temporal to start them. */
  eventsCutOff: EventService;
  /** By an API key of the agency, unless another's is given. */
  get(path: string, authorization?: string): request.Test;
  post(path: string, body?: object, authorization?: string): request.Test;
  aKey(organizationId: string, permissions?: string[]): Promise<string>;
  /** The agency's event as it is seen over HTTP. */
  look(triggerRequestId: string): Promise<EventRunObject>;
  /** Waits until the event is in a state, and answers it. */
  until(triggerRequestId: string, state: string): Promise<EventRunObject>;
  startWorkerWithCarrier(): Promise<() => Promise<void>>;
}

export const temporalUi = { url: 'http://ui.example:8233', namespace: 'default' };

/** An event world that is looked at over HTTP, with a carrier to ask. */
export async function anInspectionWorld(
  definition: ProductDefinition = marketProduct(),
): Promise<InspectionWorld> {
  const world = await anEventWorld(definition);
  const { db, catalog, runs, events, inbound, quotes, underwriting } = world;
  const carrierServer = await aCarrierServer();
  const control = new EventControl({ db, catalog, runs, now: () => new Date() });
  const inspection = new EventInspection({ db, runs, ui: temporalUi });
  const eventsCutOff = new EventService({
    ...{ db, quotes, catalog: world.catalog, now: () => new Date() },
    runs: { fire: () => Promise.reject(new RunUnanswered('cut off')) } as unknown as EventRuns,
  });
  const changedQuotes = new ChangedQuotes({ catalog, rater: testRater() });
  const reviewing = { db, catalog, runs, changedQuotes, now: () => new Date() };
  const service = await createTestApp(
    { db, url: world.databaseUrl, drop: async () => undefined },
    {
      resources: [
        eventRoutes({ events }),
        firedEventRoutes({ inspection, control }),
        inboundRoutes({ inbound }),
        quoteRoutes({
          quotes,
          underwriting,
          informationRequests: new InformationRequests(reviewing),
          offers: new Offers(reviewing),
          earlierDecisions: new EarlierDecisions({ db, catalog: world.catalog }),
          reviews: new Reviews({ db, catalog: world.catalog, now: () => new Date() }),
        }),
      ],
    },
  );
  const aKey = async (organizationId: string, permissions = ['*']) => {
    const { apiKey, secret } = await createApiKey(db, { organizationId, permissions });
    return basicOf(apiKey.key, secret);
  };
  const own = await aKey(world.agency.organizationId);
  const get = (path: string, authorization = own) =>
    request(service.app).get(`/ioi/v3${path}`).set('Authorization', authorization);
  const post = (path: string, body?: object, authorization = own) =>
    request(service.app).post(`/ioi/v3${path}`).set('Authorization', authorization).send(body);
  const look = async (triggerRequestId: string): Promise<EventRunObject> => {
    const answer = await get(`/event/${triggerRequestId}`);
    expect(answer.status).toBe(200);
    return answer.body;
  };
  return {
    ...world,
    ...{ carrierServer, control, inspection, eventsCutOff, get, post, aKey, look },
    until: async (triggerRequestId, state) => {
      await vi.waitFor(async () => expect((await look(triggerRequestId)).state).toBe(state), {
        timeout: 30_000,
        interval: 50,
      });
      return look(triggerRequestId);
    },
    startWorkerWithCarrier: () => world.startWorker({ carrier: { url: carrierServer.url, private: true } }),
    close: async () => {
      await service.close();
      await carrierServer.stop();
      await world.close();
    },
  };
}
