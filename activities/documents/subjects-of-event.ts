import type { Database } from '../../db/database.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { Quote } from '../../db/models/quote.js';
import { changedBy } from '../../documents/making/form-source.js';
import type { SubjectIds } from '../../documents/making/read-subject.js';

interface NamedInPayload {
  clientId?: string;
  policyId?: string;
  quoteId?: string;
  quoteIds?: string[];
}

/**
 * The subjects of an event's documents: its policy, in each term that it has endorsed; else its quotes, for `GET_QUOTES` those made so far; else
 * its client. Empty if it has none.
 */
export async function subjectsOfEvent(
  db: Database,
  { envelope, triggerRequestId, ...event }: AcceptedEvent,
  clientId: string | undefined,
): Promise<SubjectIds[]> {
  const named = envelope.payload as NamedInPayload;
  const client = named.clientId ?? clientId;
  const policyId = named.policyId ?? event.policyId ?? undefined;
  if (policyId !== undefined) {
    const { quoteId } = named;
    const owner = client ?? (await Policy.query(db).findById(policyId).select('client_id'))?.clientId;
    // A notification's quote may not belong to the policy yet.
    if (owner === undefined) return [];
    const ids = { clientId: owner, policyId, ...(quoteId && { quoteId }) };
    const terms = await termsEndorsed(db, policyId, { envelope, triggerRequestId });
    return terms.length > 1 ? terms.map((termNumber) => ({ ...ids, termNumber })) : [ids];
  }
  const quotes = await quotesOf(db, named, envelope.type === 'GET_QUOTES' ? triggerRequestId : undefined);
  if (quotes.length > 0) {
    return quotes.flatMap(({ requestId, clientId: ofQuote }) => {
      const owner = ofQuote ?? client;
      return owner === undefined ? [] : [{ clientId: owner, quoteId: requestId }];
    });
  }
  return client === undefined ? [] : [{ clientId: client }];
}

/** The terms that the endorsement reaches which an event made, or tells of. */
async function termsEndorsed(
  db: Database,
  policyId: string,
  event: Pick<AcceptedEvent, 'envelope' | 'triggerRequestId'>,
): Promise<number[]> {
  const by = await changedBy(db, event);
  if (by === undefined) return [];
  const changes = await PolicyChange.query(db)
    .where({ policy_id: policyId, kind: 'ENDORSE', trigger_request_id: by })
    .orderBy('seq')
    .select('term_number');
  return changes.map(({ termNumber }) => termNumber);
}

function quotesOf(
  db: Database,
  { quoteId, quoteIds = [] }: NamedInPayload,
  triggerRequestId: string | undefined,
): Promise<Pick<Quote, 'requestId' | 'clientId'>[]> {
  const ids = quoteId === undefined ? quoteIds : [quoteId];
  const query = Quote.query(db)
    .select('request_id', 'client_id')
    .orderBy('quote_timestamp')
    .orderBy('request_id');
  if (ids.length > 0) return Promise.resolve(query.findByIds(ids));
  if (triggerRequestId === undefined) return Promise.resolve([]);
  return Promise.resolve(
    query.where({ trigger_request_id: triggerRequestId, outcome: 'QUOTED' }).whereNull('package_request_id'),
  );
}
