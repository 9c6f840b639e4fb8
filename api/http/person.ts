import type { Who } from '../../db/audit/record-audit.js';
import { nameOfPerson } from '../../db/identity/people.js';
import type { Person } from '../../db/models/person.js';
import type { Actor } from '../../domain/ground/actor.js';
import type { Author } from '../../domain/ground/author.js';
import type { Caller } from './caller.js';
import { permissionsOf } from './roles.js';

/** A person, read with the organization, as a caller. */
export function callerOfPerson(person: Person): Caller {
  const { id: personId, organizationId, organization } = person;
  return {
    kind: 'USER',
    organizationId,
    organizationName: organization?.name ?? '',
    name: nameOfPerson(person),
    personId,
    permissions: permissionsOf(person),
  };
}

/** The caller as the author of what they record. */
export function authorOf(caller: Caller): Author {
  const { kind, name, organizationId, organizationName, personId, apiKey, assistant } = caller;
  const id = personId ?? apiKey;
  return {
    kind,
    name,
    organizationId,
    organizationName,
    ...(id !== undefined && { id }),
    ...(personId !== undefined && { personId }),
    ...(assistant && { assistant: assistant.name }),
  };
}

/** The caller as it is recorded with a change to a product. */
export function actorOf({ kind, name, personId, apiKey, assistant }: Caller): Actor {
  return {
    kind,
    name,
    ...(personId !== undefined && { personId }),
    ...(apiKey !== undefined && { apiKey }),
    ...(assistant && { assistant: assistant.name }),
  };
}

/** The caller as the author of an entry of the audit log. */
export function auditOf(caller: Caller): Who {
  return { by: actorOf(caller), origin: caller.origin };
}
