import type { ServerResponse } from 'node:http';
import { Router } from 'express';
import type { StoredClient } from '../../db/clients/read-client.js';
import { callerOf } from '../http/caller.js';
import { sendJsonText } from '../http/send-json.js';
import { validated } from '../http/validated.js';
import { getClient, getClientAsOf, putClient } from './schemas.js';
import type { ClientService } from './service.js';

/** `PUT /client` and the reads of a client's data (spec 4.2). */
export function clientRoutes({ clients }: { clients: ClientService }): Router {
  const router = Router();

  router.put(
    putClient.path,
    validated(putClient, ({ body }, req) => clients.save(callerOf(req), body)),
  );
  router.get(
    getClient.path,
    validated(getClient, async ({ params }, req, res) => {
      sendClient(res, await clients.read(callerOf(req), idsOf(params)));
    }),
  );
  router.get(
    getClientAsOf.path,
    validated(getClientAsOf, async ({ params }, req, res) => {
      sendClient(res, await clients.readAsOf(callerOf(req), idsOf(params), params.date));
    }),
  );
  return router;
}

function idsOf({ client_id, product_id }: { client_id: string; product_id: string }) {
  return { clientId: client_id, productId: product_id };
}

/** The answers are JSON text from the database and are sent unchanged. */
function sendClient(res: ServerResponse, { clientData, ...profile }: StoredClient): void {
  sendJsonText(res, `${JSON.stringify(profile).slice(0, -1)},"clientData":${clientData}}`);
}
