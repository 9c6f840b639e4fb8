import type { Knex } from 'knex';
import { lockedAdministrator } from '../../db/identity/administrator.js';
import type { Changing } from '../../db/identity/changing.js';
import type { ApiKey } from '../../db/models/api-key.js';
import type { Person } from '../../db/models/person.js';
import { Conflict, Forbidden, Unauthorized } from '../errors/app-error.js';
import { type Caller, requirePermission, requireUnrestricted } from '../http/caller.js';
import { auditOf } from '../http/person.js';
import { type Given, permissionsOf } from '../http/roles.js';

interface Rules {
  /** What the user or key is to have. */
  given?: Given;
  /** When the key ends that gets a secret; null: never. A key gives no other one a longer life than its own. */
  endOf?(current: Person | ApiKey | undefined): Date | null;
  /** Why nobody may do it to themselves; absent: they may. */
  notOneself?: string;
  /** Further checks of the user or key that is changed. */
  alsoCheck?(current: Person | ApiKey): void;
}

/**
 * The caller as who changes a user or a key. Nobody changes anyone who may do more than they, or gives more than they have;
 * and since nobody takes their own permission to administer, each change leaves an administrator.
 */
export function administrator(caller: Caller, { given, endOf, notOneself, alsoCheck }: Rules = {}): Changing {
  return {
    ...auditOf(caller),
    check: async (trx, current) => {
      const known = await knownAdministrator(trx, caller);
      const own = permissionsOf(known);
      requirePermission({ ...caller, permissions: own }, 'administration:write');
      if (endOf) requireEnd(known, endOf(current));
      if (current && notOneself !== undefined && isOneself(caller, current)) throw new Conflict(notOneself);
      requireAll(own, current, 'to change who has it');
      requireAll(own, given, 'to give it');
      if (current) alsoCheck?.(current);
    },
  };
}

/** The caller as it is now. */
async function knownAdministrator(trx: Knex, caller: Caller): Promise<Person | ApiKey> {
  requireUnrestricted(caller, 'changes no users, keys and settings');
  const known = await lockedAdministrator(trx, caller);
  if (!known) throw new Unauthorized();
  return known;
}

function requireEnd(known: Person | ApiKey, end: Date | null): void {
  const own = 'key' in known ? known.expiresAt : null;
  if (own === null || (end !== null && end <= own)) return;
  throw new Forbidden(
    'an API key that expires gives no other one a longer life: state an earlier expiresTimestamp',
    {
      code: 'KEY_RESTRICTED',
      errors: [{ field: 'expiresTimestamp', detail: `must not be after ${own.toISOString()}` }],
    },
  );
}

function requireAll(own: ReadonlySet<string>, other: Given | undefined, purpose: string): void {
  const missing = other && [...permissionsOf(other)].find((permission) => !own.has(permission));
  if (missing === undefined) return;
  throw new Forbidden(`the permission ${missing} is needed ${purpose}`, { code: 'PERMISSION_MISSING' });
}

function isOneself({ personId, apiKey }: Caller, current: Person | ApiKey): boolean {
  return 'key' in current ? current.key === apiKey : current.id === personId;
}
