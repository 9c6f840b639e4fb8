import type { Knex } from 'knex';
import { lockedAdministrator } from '../../db/identity/administrator.js';
import type { Changing } from '../../db/identity/changing.js';
import type { ApiKey } from '../../db/models/api-key.js';
import type { Person } from '../../db/models/person.js';
import { Conflict, Forbidden, Unauthorized } from '../errors/app-error.js';
import { type Caller, requirePermission } from '../http/caller.js';
import { auditOf } from '../http/person.js';
import { type Given, permissionsOf } from '../http/roles.js';

interface Rules {
  /** What the user or key is to have. */
  given?: Given;
  /** Why nobody may do it to themselves; absent: they may. */
  notOneself?: string;
  /** Further checks of the user or key that is changed. */
  alsoCheck?(current: Person | ApiKey): void;
}

/**
 * The caller as who changes a user or a key. Nobody changes whoever may do more than they, or gives more than they have;
 * and since nobody takes their own permission to administer, each change leaves an administrator.
 */
export function administrator(caller: Caller, { given, notOneself, alsoCheck }: Rules = {}): Changing {
  return {
    ...auditOf(caller),
    check: async (trx, current) => {
      const own = await ownPermissions(trx, caller);
      if (current && notOneself !== undefined && isOneself(caller, current)) throw new Conflict(notOneself);
      requireAll(own, current, 'to change who has it');
      requireAll(own, given, 'to give it');
      if (current) alsoCheck?.(current);
    },
  };
}

/** The permissions of the caller as they are now. */
async function ownPermissions(trx: Knex, caller: Caller) {
  if (caller.eventTypes !== undefined) {
    throw new Forbidden('an API key that is restricted to event types changes no users and keys', {
      code: 'KEY_RESTRICTED',
    });
  }
  const known = await lockedAdministrator(trx, caller);
  if (!known) throw new Unauthorized();
  const permissions = permissionsOf(known);
  requirePermission({ ...caller, permissions }, 'administration:write');
  return permissions;
}

function requireAll(own: ReadonlySet<string>, other: Given | undefined, purpose: string): void {
  const missing = other && [...permissionsOf(other)].find((permission) => !own.has(permission));
  if (missing === undefined) return;
  throw new Forbidden(`the permission ${missing} is needed ${purpose}`, { code: 'PERMISSION_MISSING' });
}

function isOneself({ personId, apiKey }: Caller, current: Person | ApiKey): boolean {
  return 'key' in current ? current.key === apiKey : current.id === personId;
}
