import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { receiveInbound } from './schemas.js';
import type { InboundService } from './service.js';

/** `POST /inbound` (spec 4.11). */
export function inboundRoutes({ inbound }: { inbound: InboundService }): Router {
  const router = Router();
  router.post(
    receiveInbound.path,
    validated(receiveInbound, async ({ body }, req, res) => {
      await inbound.receive(callerOf(req), body);
      res.writeHead(204).end();
    }),
  );
  return router;
}
