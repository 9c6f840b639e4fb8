import { Router } from 'express';
import { readPayments } from '../../../db/billing/read-payments.js';
import { businessTimeOf, type TimeSources } from '../../../db/clock.js';
import type { Database } from '../../../db/database.js';
import { policyVisibleTo } from '../../../db/policies/visible-policy.js';
import { NotFound } from '../../errors/app-error.js';
import { callerOf } from '../../http/caller.js';
import { pageOf } from '../../http/page.js';
import { validated } from '../../http/validated.js';
import { paymentObject } from './payment-object.js';
import { getPayments } from './schemas.js';

/** `GET /policy/{policyId}/payments`, an extension of the interface. */
export function policyPaymentRoutes(uses: TimeSources & { db: Database }): Router {
  const router = Router();
  router.get(
    getPayments.path,
    validated(getPayments, async ({ params: { policyId }, query }, req) => {
      const policy = await policyVisibleTo(uses.db, callerOf(req).organizationId, policyId);
      if (policy === undefined) throw new NotFound('policy', policyId);
      const { payments, total } = await readPayments(uses.db, policyId, query);
      const now = await businessTimeOf(uses.db, uses, policy);
      return pageOf(
        payments.map((payment) => paymentObject(payment, now)),
        query,
        total,
      );
    }),
  );
  return router;
}
