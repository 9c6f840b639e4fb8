import { Router } from 'express';
import { readAudit } from '../../db/audit/read-audit.js';
import type { Database } from '../../db/database.js';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { readAuditLog } from './schemas.js';

/** The audit log of the caller's organization: an extension of the interface. */
export function auditRoutes({ db }: { db: Database }): Router {
  const router = Router();
  router.get(
    readAuditLog.path,
    validated(readAuditLog, async ({ query: { before, size, ...filter } }, req) => {
      const { organizationId } = callerOf(req);
      // One more shows whether there is another page.
      const found = await readAudit(db, { organizationId, filter, before, size: size + 1 });
      const page = found.slice(0, size);
      return {
        organizationId,
        entries: page.map(({ organizationId: _own, ...entry }) => entry),
        ...(found.length > size && { nextBefore: page.at(-1)?.entryId }),
      };
    }),
  );
  return router;
}
