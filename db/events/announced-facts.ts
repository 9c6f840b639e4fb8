import { eventCatalog } from '../../domain/events/catalog.js';
import type { PolicyStanding, QuoteReview } from '../../domain/events/declarations/fact.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import {
  type NamedRecord,
  namedDocuments,
  namedPolicyEvent,
  namedPolicyNumber,
  namedRecords,
} from '../../domain/events/records-of-event.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { daysBetween } from '../../domain/ground/calendar.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import type { Database } from '../database.js';
import { Document } from '../models/document.js';
import { Policy } from '../models/policy.js';
import { PolicyEvent } from '../models/policy-event.js';
import { Quote } from '../models/quote.js';
import { Statement } from '../models/statement.js';
import type { ProductCatalog } from '../products/catalog.js';
import type { RecordFault } from './record-faults.js';

/** Also what an announcement says that is not so. */
export type AnnouncementFault =
  | RecordFault
  | { kind: 'UNTRUE'; path: readonly (string | number)[]; detail: string };

interface Announced {
  organizationId: string;
  envelope: EventEnvelope;
  now: BusinessTime;
}

/**
 * What is wrong with a notification that somebody else than the service fires: the documents or the policy's event that
 * it names, or what it announces. Call it once the other records of the payload are known to be visible.
 */
export async function announcementFaults(
  sources: { db: Database; catalog: Pick<ProductCatalog, 'version'> },
  announced: Announced,
): Promise<AnnouncementFault[]> {
  const { envelope } = announced;
  const { fact } = eventCatalog[envelope.type];
  if (fact === undefined) return [];
  if (fact.about === 'QUOTE') {
    const review = await reviewOf(sources.db, announced);
    if (review !== undefined && fact.holds(review)) return [];
    const detail = review === undefined ? `no quote is named, so ${fact.lack}` : fact.lack;
    return [{ kind: 'UNTRUE', path: ['payload', 'quoteId'], detail }];
  }
  if (fact.about === 'STATEMENT') {
    const [statement] = namedRecords(envelope, 'STATEMENT');
    const found = statement && (await Statement.query(sources.db).findById(statement.id).select('state'));
    if (found === undefined || fact.holds(found)) return [];
    return [{ kind: 'UNTRUE', path: ['payload', 'statementId'], detail: fact.lack }];
  }
  const faults: AnnouncementFault[] = await documentFaults(sources.db, announced);
  const [policy] = namedRecords(envelope, 'POLICY');
  if (fact.about === 'DOCUMENTS' || policy === undefined) return faults;
  if (fact.event !== undefined)
    faults.push(...(await eventFaults(sources.db, envelope, policy.id, fact.event)));
  const standing = await standingOf(sources, policy.id, announced.now);
  if (!fact.holds(standing)) faults.push({ kind: 'UNTRUE', path: policy.path, detail: fact.lack });
  return faults;
}

/** The review of the quote that is named itself, or of the named policy's quote. */
async function reviewOf(
  db: Database,
  { organizationId, envelope }: Announced,
): Promise<QuoteReview | undefined> {
  const [quote] = namedRecords(envelope, 'QUOTE');
  const id = quote?.id ?? (await quoteOfPolicy(db, organizationId, envelope));
  if (id === undefined) return undefined;
  const found = await Quote.query(db)
    .findById(id)
    .select('requires_underwriter_approval', 'underwriter_response', 'underwriting');
  if (found === undefined) return undefined;
  const { requiresUnderwriterApproval, underwriterResponse, underwriting } = found;
  return { requiresUnderwriterApproval, isApproved: underwriterResponse?.isApproved, underwriting };
}

async function quoteOfPolicy(
  db: Database,
  organizationId: string,
  envelope: EventEnvelope,
): Promise<string | undefined> {
  const [policy] = namedRecords(envelope, 'POLICY');
  const number = namedPolicyNumber(envelope);
  if (policy === undefined && number === undefined) return undefined;
  const found = await Policy.query(db)
    .modify('visibleTo', organizationId)
    .where(policy === undefined ? { policy_number: number?.id } : { id: policy.id })
    .select('quote_id')
    .first();
  return found?.quoteId;
}

/** Documents are of the policy that is named, or else of the quote. */
async function documentFaults(
  db: Database,
  { organizationId, envelope }: Announced,
): Promise<AnnouncementFault[]> {
  const named = namedDocuments(envelope);
  const [policy] = namedRecords(envelope, 'POLICY');
  const [owner = policy] = policy === undefined ? namedRecords(envelope, 'QUOTE') : [];
  if (named.length === 0 || owner === undefined) return [];
  const found = await Document.query(db)
    .modify('visibleTo', organizationId)
    .findByIds(named.map(({ id }) => id))
    .select('id', 'policy_id', 'quote_id');
  const owners = new Map(found.map(({ id, policyId, quoteId }) => [id, policy ? policyId : quoteId]));
  const kinds = ['document', policy ? 'policy' : 'quote'] as const;
  return named.flatMap((document) => faultOf(kinds, document, owners.get(document.id), owner.id));
}

/** The event of the policy that the payload names. */
async function eventFaults(
  db: Database,
  envelope: EventEnvelope,
  policyId: string,
  type: string,
): Promise<AnnouncementFault[]> {
  const named = namedPolicyEvent(envelope);
  if (named === undefined) return [];
  const found = await PolicyEvent.query(db)
    .findById(named.id)
    .where('policy_id', policyId)
    .select('policy_id', 'type');
  const faults = faultOf(['policy event', 'policy'], named, found?.policyId, policyId);
  if (faults.length > 0 || found?.type === type) return faults;
  const detail = `the policy event is of type ${found?.type}, not ${type}`;
  return [{ kind: 'UNTRUE', path: named.path, detail }];
}

/** Of a record that has to belong to an owner; `found` is the owner that it has. */
function faultOf(
  [what, whose]: readonly [what: string, whose: 'policy' | 'quote'],
  { id, path }: NamedRecord,
  found: string | null | undefined,
  owner: string,
): AnnouncementFault[] {
  if (found === undefined) return [{ kind: 'UNSEEN', what, id, path }];
  return found === owner ? [] : [{ kind: 'MISFIT', path, detail: `is not a ${what} of the ${whose}` }];
}

async function standingOf(
  { db, catalog }: { db: Database; catalog: Pick<ProductCatalog, 'version'> },
  policyId: string,
  now: BusinessTime,
): Promise<PolicyStanding> {
  const [policy, events] = await Promise.all([
    Policy.query(db).findById(policyId).throwIfNotFound(),
    PolicyEvent.query(db).where('policy_id', policyId).distinct('type'),
  ]);
  const version = await catalog.version(policy.productVersionId);
  if (version === null) throw new Error(`policy ${policyId} has no product version`);
  const { policyState, cancelledOn, cancellationNoticeOn, expirationDate } = policy;
  return {
    policyState,
    cancelledOn,
    cancellationNoticeOn,
    daysToEnd: daysBetween(now.today, expirationDate),
    renewalNoticeDays: policySettingsOf(version.definition).renewal.noticeDays,
    recorded: new Set(events.map(({ type }) => type)),
  };
}
