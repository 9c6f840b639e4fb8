import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { gone } from '../http/shares.js';
import { validated } from '../http/validated.js';
import {
  adjustCommission,
  getOpenMonth,
  getStatement,
  getStatementLines,
  listStatements,
} from './schemas.js';
import type { Commissions } from './service.js';

/** Commission statements and adjustments: extensions of the interface. */
export function commissionRoutes({ commissions }: { commissions: Commissions }): Router {
  const router = Router();
  router.get(
    listStatements.path,
    validated(listStatements, ({ query }, req) => commissions.list(callerOf(req), query)),
  );
  router.post(
    adjustCommission.path,
    validated(adjustCommission, async ({ body }, req, res) => {
      const adjustment = await commissions.adjust(callerOf(req), body, req.operationId);
      res.status(201);
      return adjustment;
    }),
  );
  router.get(
    getOpenMonth.path,
    validated(getOpenMonth, ({ query }, req, res) =>
      commissions.ofOpenMonth(callerOf(req), query, gone(res)),
    ),
  );
  router.get(
    getStatement.path,
    validated(getStatement, ({ params }, req) => commissions.read(callerOf(req), params.commissionId)),
  );
  router.get(
    getStatementLines.path,
    validated(getStatementLines, ({ params, query }, req) =>
      commissions.lines(callerOf(req), params.commissionId, query),
    ),
  );
  return router;
}
