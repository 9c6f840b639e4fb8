import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { eraseClient, exportClient } from './personal-data-schemas.js';
import type { PersonalData } from './personal-data-service.js';

/** Exports and erasures of clients. */
export function personalDataRoutes({ personalData }: { personalData: PersonalData }): Router {
  const router = Router();

  router.get(
    exportClient.path,
    validated(exportClient, async ({ params }, req, res) => {
      const pieces = await personalData.export(callerOf(req), params.client_id);
      res.setHeader('Content-Type', 'application/json; charset=utf-8');
      res.setHeader('Content-Disposition', `attachment; filename="client-${params.client_id}.json"`);
      await pipeline(Readable.from(pieces), res);
    }),
  );
  router.post(
    eraseClient.path,
    validated(eraseClient, async ({ params }, req) => {
      const { clientId, erasedAt, keptUntil, kept } = await personalData.erase(
        callerOf(req),
        params.client_id,
      );
      return { clientId, erasedTimestamp: erasedAt.toISOString(), keptUntil, keptPolicies: kept };
    }),
  );
  return router;
}
