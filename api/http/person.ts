import type { Who } from '../../db/audit/record-audit.js';
import { nameOfPerson } from '../../db/identity/people.js';
import type { Person } from '../../db/models/person.js';
import type { Actor } from '../../domain/ground/actor.js';
import type { Author, ThroughAssistant } from '../../domain/ground/author.js';
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
  const { kind, name, organizationId, organizationName, personId, apiKey } = caller;
  const id = personId ?? apiKey;
  return {
    kind,
    name,
    organizationId,
    organizationName,
    ...(id !== undefined && { id }),
    ...(personId !== undefined && { personId }),
    ...throughAssistant(caller),
  };
}

/** The caller as it is recorded with a change to a product. */
export function actorOf(caller: Caller): Actor {
  const { kind, name, personId, apiKey } = caller;
  return {
    kind,
    name,
    ...(personId !== undefined && { personId }),
    ...(apiKey !== undefined && { apiKey }),
    ...throughAssistant(caller),
  };
}

function throughAssistant({ assistant }: Caller): ThroughAssistant {
  if (assistant === undefined) return {};
  const { name, releasedBy } = assistant;
  return { assistant: name, ...(releasedBy && { releasedBy }) };
}

/** The caller as the author of an entry of the audit log. */
export function auditOf(caller: Caller): Who {
  return { by: actorOf(caller), origin: caller.origin };
}
