import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { ifMatch } from '../http/entity-tag.js';
import { validated } from '../http/validated.js';
import { listClientsEndpoint } from './list-schemas.js';
import { getClient, getClientAsOf, putClient } from './schemas.js';
import type { ClientService } from './service.js';

/** `PUT /client` and the reads of a client's data (spec 4.2). */
export function clientRoutes({ clients }: { clients: ClientService }): Router {
  const router = Router();

  router.put(
    putClient.path,
    validated(putClient, async ({ body }, req, res) => {
      const { operationId, isRepeated } = req;
      const conditions = { operationId, isRepeated, checkTag: ifMatch(req) };
      const { profile, tag } = await clients.save(callerOf(req), body, conditions);
      res.setHeader('ETag', tag);
      return profile;
    }),
  );
  router.get(
    listClientsEndpoint.path,
    validated(listClientsEndpoint, ({ query }, req) => clients.list(callerOf(req), query)),
  );
  router.get(
    getClient.path,
    validated(getClient, async ({ params }, req, res) => {
      const { client, tag } = await clients.read(callerOf(req), idsOf(params));
      res.setHeader('ETag', tag);
      return client;
    }),
  );
  router.get(
    getClientAsOf.path,
    validated(getClientAsOf, async ({ params }, req, res) => {
      const { client, tag } = await clients.readAsOf(callerOf(req), idsOf(params), params.date);
      res.setHeader('ETag', tag);
      return client;
    }),
  );
  return router;
}

function idsOf({ client_id, product_id }: { client_id: string; product_id: string }) {
  return { clientId: client_id, productId: product_id };
}
