import { Router } from 'express';
import { type NamedKind, namesOfAudit } from '../../db/audit/names-of-audit.js';
import { readAudit } from '../../db/audit/read-audit.js';
import type { Database } from '../../db/database.js';
import { callerOf } from '../http/caller.js';
import type { Permission } from '../http/permissions.js';
import { validated } from '../http/validated.js';
import { readAuditLog } from './schemas.js';

/** What a reader of the log has to have for the names of records that it may not read otherwise. */
const needs: { readonly [Kind in NamedKind]?: Permission } = {
  CLIENT: 'clients:read',
  POLICY: 'policies:read',
  QUOTE: 'quotes:read',
  TASK: 'tasks:read',
  MAIL: 'mail:read',
  FILE: 'files:read',
};

/** The audit log of the caller's organization: an extension of the interface. */
export function auditRoutes({ db }: { db: Database }): Router {
  const router = Router();
  router.get(
    readAuditLog.path,
    validated(readAuditLog, async ({ query: { before, size, ...filter } }, req) => {
      const { organizationId, permissions } = callerOf(req);
      // One more shows whether there is another page.
      const found = await readAudit(db, { organizationId, filter, before, size: size + 1 });
      const page = found.slice(0, size);
      const namesOf = await namesOfAudit(db, page, (kind) => {
        const needed = needs[kind];
        return needed === undefined || permissions.has(needed);
      });
      return {
        organizationId,
        entries: page.map((entry) => {
          const { organizationId: _own, ...shown } = entry;
          return { ...shown, names: namesOf(entry) };
        }),
        ...(found.length > size && { nextBefore: page.at(-1)?.entryId }),
      };
    }),
  );
  return router;
}
