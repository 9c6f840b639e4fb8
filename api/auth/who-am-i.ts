import type { Database } from '../../db/database.js';
import { readOrganization } from '../../db/identity/organizations.js';
import { findSecondFactor } from '../../db/identity/second-factors.js';
import { ApiKey } from '../../db/models/api-key.js';
import { Person } from '../../db/models/person.js';
import { eventTypes } from '../../domain/events/catalog.js';
import type { Environment } from '../../domain/product/timeline.js';
import { type Caller, mayFire } from '../http/caller.js';
import type { Me } from './schemas.js';

/** The caller, with what it may do. */
export async function whoIs(
  caller: Caller,
  { db, environment }: { db: Database; environment: Environment },
): Promise<Me> {
  const { kind, organizationId, organizationName, name, permissions, personId, sessionId, apiKey } = caller;
  const { timeZone } = await readOrganization(db, organizationId);
  const person = personId === undefined ? undefined : await Person.query(db).findById(personId);
  const key = apiKey === undefined ? undefined : await ApiKey.query(db).findOne({ key: apiKey });
  return {
    kind,
    environment,
    organizationId,
    organizationName,
    timeZone,
    name,
    ...(person && {
      personId: person.id,
      userId: person.userId,
      hasSecondFactor: Boolean((await findSecondFactor(db, person.id))?.confirmedAt),
    }),
    ...(sessionId !== undefined && { sessionId }),
    ...(key && { apiKey: key.key, ...(key.productIds !== null && { productIds: key.productIds }) }),
    roles: (person ?? key)?.roles ?? [],
    permissions: [...permissions],
    events: eventTypes.filter((type) => mayFire(caller, type)),
  };
}
