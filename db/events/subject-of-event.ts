import { namedClient, namedPolicy } from '../../domain/events/client-of-event.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import { namedPolicyNumber, namedRecords } from '../../domain/events/records-of-event.js';
import { type NamedRow, ofClient, ofKind } from './named-records.js';

/** Whom and which policy an event is about. */
export interface EventSubject {
  clientId?: string | undefined;
  policyId?: string | undefined;
  policyNumber?: string | undefined;
  /** The action that rated the policy that the payload names by its id. */
  ratedBy?: string | undefined;
  /** The client's test clock. */
  clockId?: string | undefined;
}

/**
 * The client and the policy of an event, by whichever of its records tells: its payload itself, else its policy, its
 * statement, its payment session or its quotes. A client that the event will create is not among them.
 */
export function subjectOfEvent(envelope: EventEnvelope, records: readonly NamedRow[]): EventSubject {
  const clockId = records.find((record) => record.clockId !== null)?.clockId;
  return { ...partiesOfEvent(envelope, records), clockId: clockId ?? undefined };
}

function partiesOfEvent(envelope: EventEnvelope, records: readonly NamedRow[]): EventSubject {
  const clientId = namedClient(envelope);
  const policyId = namedPolicy(envelope);
  if (policyId !== undefined) {
    const [policy] = ofKind(records, 'POLICY');
    const { ratedBy = null, clientId: ofPolicy = null } = policy ?? {};
    return {
      policyId,
      ...numberOf(policy),
      clientId: clientId ?? ofPolicy ?? undefined,
      ...(ratedBy !== null && { ratedBy }),
    };
  }
  if (namedPolicyNumber(envelope) !== undefined) {
    const policy = ofClient(ofKind(records, 'POLICY'), clientId);
    return { clientId: clientId ?? policy?.clientId ?? undefined, policyId: policy?.id, ...numberOf(policy) };
  }
  for (const kind of ['STATEMENT', 'PAYMENT'] as const) {
    if (namedRecords(envelope, kind).length === 0) continue;
    const [found] = ofKind(records, kind);
    return {
      clientId: found?.clientId ?? undefined,
      policyId: found?.policyId ?? undefined,
      ...numberOf(found),
    };
  }
  const [quote] = namedRecords(envelope, 'QUOTE');
  if (quote === undefined || clientId !== undefined) return { clientId };
  const found = ofKind(records, 'QUOTE').find(({ id }) => id === quote.id);
  return { clientId: found?.clientId ?? undefined };
}

/** The number of the policy of a record. */
export function numberOf(record: NamedRow | undefined): Pick<EventSubject, 'policyNumber'> {
  return typeof record?.policyNumber === 'string' ? { policyNumber: record.policyNumber } : {};
}
