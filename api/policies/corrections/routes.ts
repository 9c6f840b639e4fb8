import { Router } from 'express';
import { callerOf } from '../../http/caller.js';
import { validated } from '../../http/validated.js';
import type { PolicyService } from '../service.js';
import { correctEffectiveDate, correctPolicyNumber } from './schemas.js';
import type { PolicyCorrections } from './service.js';

/** Corrections of policies (spec 4.6); each returns the full policy. */
export function policyCorrectionRoutes({
  corrections,
  policies,
}: {
  corrections: PolicyCorrections;
  policies: Pick<PolicyService, 'full'>;
}): Router {
  const router = Router();
  router.post(
    correctEffectiveDate.path,
    validated(correctEffectiveDate, async ({ body }, req) => {
      const caller = callerOf(req);
      await corrections.effectiveDate(caller, body);
      return policies.full(caller, body.policyId);
    }),
  );
  router.post(
    correctPolicyNumber.path,
    validated(correctPolicyNumber, async ({ body }, req) => {
      const caller = callerOf(req);
      await corrections.policyNumber(caller, body);
      return policies.full(caller, body.policyId);
    }),
  );
  return router;
}
