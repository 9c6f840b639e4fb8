import { Router } from 'express';
import { z } from 'zod';
import { endpoint } from '../http/endpoint.js';
import { validated } from '../http/validated.js';
import { type Checks, readinessOf } from './readiness.js';

export const live = endpoint({
  method: 'get',
  path: '/healthz',
  operationId: 'getLiveness',
  summary: 'Whether the process runs',
  tags: ['Health'],
  responses: {
    200: { description: 'It does.', schema: z.object({ status: z.literal('up') }).meta({ id: 'Liveness' }) },
  },
  unauthenticated: true,
});

const readiness = z
  .object({
    status: z.enum(['ready', 'not ready']).meta({ id: 'ReadinessStatus' }),
    parts: z.record(z.string(), z.enum(['up', 'down']).meta({ id: 'PartStatus' })).meta({ id: 'Parts' }),
  })
  .meta({ id: 'Readiness' });

export const ready = endpoint({
  method: 'get',
  path: '/readyz',
  operationId: 'getReadiness',
  summary: 'Whether the process and its dependencies can serve',
  tags: ['Health'],
  responses: {
    200: { description: 'Everything is up.', schema: readiness },
    503: { description: 'Something is down.', schema: readiness, contentType: 'application/json' },
  },
  unauthenticated: true,
});

/** `/healthz` and `/readyz`, for load balancers and orchestrators. */
export function healthRoutes({ checks }: { checks: Checks }): Router {
  const router = Router();
  router.get(
    live.path,
    validated(live, () => ({ status: 'up' })),
  );
  router.get(
    ready.path,
    validated(ready, async (_input, _req, res) => {
      const { ready: isReady, parts } = await readinessOf(checks);
      res.status(isReady ? 200 : 503);
      return { status: isReady ? 'ready' : 'not ready', parts };
    }),
  );
  return router;
}
