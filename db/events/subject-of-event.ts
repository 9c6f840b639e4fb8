import { namedClient, namedPolicy } from '../../domain/events/client-of-event.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { namedPolicyNumber, namedRecords } from '../../domain/events/records-of-event.js';
import type { Database } from '../database.js';
import {
  type NamedPolicy,
  namedPolicies,
  namedQuotes,
  namedSessions,
  namedStatements,
  numberedPolicies,
} from './named-records.js';

/** Whom and which policy an event is about. */
export interface EventSubject {
  clientId?: string | undefined;
  policyId?: string | undefined;
}

/**
 * The client and the policy of an event, by whichever of its records tells: its payload itself, else its policy, its
 * quotes, its statement or its payment session. One query, and none where the payload names all there is to know. A
 * client that the event will create is not among them.
 */
export async function subjectOfEvent(
  db: Database,
  organizationId: string,
  envelope: EventEnvelope,
): Promise<EventSubject> {
  const clientId = namedClient(envelope);
  const policyId = namedPolicy(envelope);
  if (policyId !== undefined) {
    if (clientId !== undefined) return { clientId, policyId };
    const [policy] = await namedPolicies(db, organizationId, policyId);
    return { policyId, clientId: policy?.clientId ?? undefined };
  }
  const number = namedPolicyNumber(envelope);
  if (number !== undefined) {
    const policy = ofClient(await numberedPolicies(db, organizationId, number.id), clientId);
    return { clientId: clientId ?? policy?.clientId ?? undefined, policyId: policy?.id };
  }
  const [[statement], [payment], [quote]] = (['STATEMENT', 'PAYMENT', 'QUOTE'] as const).map((kind) =>
    namedRecords(envelope, kind),
  ) as [Named, Named, Named];
  if (statement !== undefined) return subjectOf(await namedStatements(db, organizationId, statement.id));
  if (payment !== undefined) return subjectOf(await namedSessions(db, organizationId, payment.id));
  if (quote === undefined || clientId !== undefined) return { clientId };
  const [found] = await namedQuotes(db, organizationId, [quote.id]);
  return { clientId: found?.clientId ?? undefined };
}

type Named = ReturnType<typeof namedRecords>;

/** Several issuers may have the number: the client's policy, else the first one. */
export const ofClient = (
  policies: readonly NamedPolicy[],
  clientId: string | undefined,
): NamedPolicy | undefined => policies.find((policy) => policy.clientId === clientId) ?? policies[0];

const subjectOf = ([found]: { clientId: string | null; policyId: string | null }[]): EventSubject => ({
  clientId: found?.clientId ?? undefined,
  policyId: found?.policyId ?? undefined,
});
