import { Router } from 'express';
import { callerOf } from '../../http/caller.js';
import { sendJsonText } from '../../http/send-json.js';
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
    validated(correctEffectiveDate, async ({ body }, req, res) => {
      const caller = callerOf(req);
      await corrections.effectiveDate(caller, body);
      sendJsonText(res, (await policies.full(caller, body.policyId)).text);
    }),
  );
  router.post(
    correctPolicyNumber.path,
    validated(correctPolicyNumber, async ({ body }, req, res) => {
      const caller = callerOf(req);
      await corrections.policyNumber(caller, body);
      sendJsonText(res, (await policies.full(caller, body.policyId)).text);
    }),
  );
  return router;
}
