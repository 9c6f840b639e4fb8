import { Webhook } from 'standardwebhooks';
import supertest from 'supertest';
import type { WebhookSettings } from '../../activities/ground/webhook-settings.js';
import { isPublicAddress } from '../../activities/outbound/public-address.js';
import { signedHeaders } from '../../activities/outbound/signed-headers.js';
import { eventRoutes } from '../../api/event-firing/routes.js';
import type { Caller } from '../../api/http/caller.js';
import { WebhookChanges } from '../../api/runs/webhook-changes.js';
import { WebhookQueues } from '../../api/runs/webhook-queues.js';
import { wakeOverdueQueues } from '../../api/runs/webhook-sweep.js';
import { WebhookDeliveries } from '../../api/webhooks/delivery-service.js';
import { WebhookEndpoints } from '../../api/webhooks/endpoint-service.js';
import { WebhookPolls } from '../../api/webhooks/poll-service.js';
import { WebhookReplays } from '../../api/webhooks/replay-service.js';
import { webhookRoutes } from '../../api/webhooks/routes.js';
import { createApiKey } from '../../db/identity/api-keys.js';
import type { WebhookDelivery } from '../../db/models/webhook-delivery.js';
import { createTestApp } from '../support/app.js';
import { aCarrierServer, type CarrierServer, type ReceivedRequest } from '../support/carrier-server.js';
import { aFire } from '../support/event-factory.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { basicOf } from '../support/identity-factory.js';
import { localWebhooks } from '../support/webhook-settings.js';

type Method = 'get' | 'post' | 'put' | 'delete';

// biome-ignore lint/suspicious/noExplicitAny: whatever was answered, for assertions
export type Body = any;

export interface WebhookWorld extends EventWorld {
  /** A receiver of notifications, which takes them. */
  receiver: CarrierServer;
  /** Calls the interface, as the agency unless said otherwise. */
  call(
    method: Method,
    path: string,
    body?: object,
    by?: 'agency' | 'stranger' | 'reader',
  ): Promise<supertest.Response>;
  /** Deletes the endpoints, and has a receiver that got nothing and takes what it gets. */
  startAfresh(): Promise<void>;
  /** Registers the receiver; answers the endpoint with its secret. */
  anEndpoint(changes?: object): Promise<Body>;
  /** Fires a quoting event as the agency; answers its triggerRequestId. */
  fire(): Promise<string>;
  /** Wakes overdue queues, as every API process does; answers how many. */
  sweepWebhooks(laterMs?: number): Promise<number>;
  /** Tells endpoints of changes, as every API process does. */
  tellChanges(): Promise<void>;
  /** The agency's deliveries that fit. */
  deliveries(filter: object): Promise<Body[]>;
  /** Waits until a delivery of the event is in that state. */
  delivered(triggerRequestId: string, state?: WebhookDelivery['state'], patienceMs?: number): Promise<Body>;
}

/** Events, the interface for webhooks as it is served, and somebody to receive; with a worker, where it is given. */
export async function aWebhookWorld({ worker }: { worker?: WebhookSettings } = {}): Promise<WebhookWorld> {
  const world = await anEventWorld();
  const { db, databaseUrl: url, client, catalog, taskQueue } = world;
  const receiver = await aCarrierServer();
  const takeAll = () => receiver.answer((_request, response) => response.writeHead(204).end());
  takeAll();
  const now = () => new Date();
  const { hosts } = localWebhooks();
  const queues = new WebhookQueues({ client, taskQueue });
  const { signal } = new AbortController();
  const changes = new WebhookChanges({ db, catalog, queues, now, signal });
  const { app, close } = await createTestApp(
    { db, url, drop: async () => undefined },
    {
      resources: [
        webhookRoutes({
          endpoints: new WebhookEndpoints({ db, catalog, queues, hosts, isPublicAddress, now }),
          deliveries: new WebhookDeliveries({ db, queues, now }),
          replays: new WebhookReplays({ db, catalog, queues, now }),
          polls: new WebhookPolls({ db, sign: signedHeaders, now }),
        }),
        eventRoutes({ events: world.events }),
      ],
    },
  );
  const keyOf = async ({ organizationId }: Caller, permissions = ['*']) => {
    const { apiKey, secret } = await createApiKey(db, { organizationId, permissions });
    return basicOf(apiKey.key, secret);
  };
  const keys = {
    agency: await keyOf(world.agency),
    stranger: await keyOf(world.stranger),
    reader: await keyOf(world.agency, ['webhooks:read']),
  };
  const call: WebhookWorld['call'] = (method, path, body, by = 'agency') => {
    const request = supertest(app)[method](`/ioi/v3${path}`).set('Authorization', keys[by]);
    return body === undefined ? request : request.send(body);
  };
  const deliveries = async (filter: object) => {
    const query = new URLSearchParams({ size: '1000', ...filter });
    return (await call('get', `/webhook/delivery?${query}`)).body.content;
  };
  const stopWorker = worker && (await world.startWorker({}, worker));
  return {
    ...world,
    receiver,
    call,
    deliveries,
    sweepWebhooks: (laterMs = 0) =>
      wakeOverdueQueues({ db, queues, now: () => new Date(Date.now() + laterMs) }),
    tellChanges: () => changes.tell(),
    startAfresh: async () => {
      for (const { endpointId } of (await call('get', '/webhook/endpoint')).body) {
        await call('delete', `/webhook/endpoint/${endpointId}`);
      }
      receiver.received.length = 0;
      takeAll();
    },
    anEndpoint: async (changes = {}) => {
      const { status, body } = await call('post', '/webhook/endpoint', {
        url: `${receiver.url}/hook`,
        ...changes,
      });
      if (status !== 200) throw new Error(JSON.stringify(body));
      return body;
    },
    fire: async () => (await world.events.fire(world.agency, aFire())).triggerRequestId,
    delivered: async (triggerRequestId, state = 'DELIVERED', patienceMs = 30_000) => {
      const deadline = Date.now() + patienceMs;
      for (;;) {
        const [delivery] = await deliveries({ triggerRequestId, state });
        if (delivery !== undefined) return delivery;
        if (Date.now() > deadline) {
          throw new Error(`not ${state}: ${JSON.stringify(await deliveries({ triggerRequestId }))}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
    close: async () => {
      await stopWorker?.();
      await receiver.stop();
      await close();
      await world.close();
    },
  };
}

/** What a request says, where it was signed with the secret; throws otherwise. */
export const verified = ({ text, headers }: ReceivedRequest, secret: string): Body =>
  new Webhook(secret).verify(text, headers as Record<string, string>);
