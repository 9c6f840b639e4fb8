import { Router } from 'express';
import { callerOf } from '../../http/caller.js';
import { validated } from '../../http/validated.js';
import { getUpcoming } from './schemas.js';
import type { UpcomingOfPolicies } from './service.js';

/** `GET /policy/{policyId}/upcoming`, an extension of the interface. */
export function policyUpcomingRoutes({ upcoming }: { upcoming: UpcomingOfPolicies }): Router {
  const router = Router();
  router.get(
    getUpcoming.path,
    validated(getUpcoming, ({ params }, req) => upcoming.read(callerOf(req), params.policyId)),
  );
  return router;
}
