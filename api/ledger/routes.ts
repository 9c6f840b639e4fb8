import { Router } from 'express';
import { exactText } from '../../domain/money/amount-text.js';
import { callerOf } from '../http/caller.js';
import { ifMatch } from '../http/entity-tag.js';
import { validated } from '../http/validated.js';
import { deleteEntry, editEntry, getLedger, recordEntry, searchLedger } from './schemas.js';
import type { LedgerService } from './service.js';

/** The premium ledger of a policy (spec 4.8). */
export function ledgerRoutes({ ledger }: { ledger: LedgerService }): Router {
  const router = Router();
  router.get(
    getLedger.path,
    validated(getLedger, ({ params }, req) => ledger.read(callerOf(req), params.policyId)),
  );
  router.post(
    recordEntry.path,
    validated(recordEntry, ({ body: { premium, ...entry } }, req) =>
      ledger.record(callerOf(req), { ...entry, id: req.operationId, premium: exactText(premium) }),
    ),
  );
  router.post(
    editEntry.path,
    validated(editEntry, ({ body: { id, parentPolicyId, effectiveDate, premium, coverage } }, req) => {
      const entry = { id, parentPolicyId, effectiveDate, coverage, premium: exactText(premium) };
      return ledger.edit(callerOf(req), entry, ifMatch(req));
    }),
  );
  router.delete(
    deleteEntry.path,
    validated(deleteEntry, ({ params }, req) => ledger.delete(callerOf(req), params.entryId, ifMatch(req))),
  );
  router.post(
    searchLedger.path,
    validated(searchLedger, ({ params, body }, req) => ledger.search(callerOf(req), params.policyId, body)),
  );
  return router;
}
