import type { Knex } from 'knex';
import { licensedAuthority } from '../../db/authority/licensed-authority.js';
import { businessTimeOf } from '../../db/clock.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { CatalogVersion } from '../../db/products/catalog.js';
import { type QuotingOrganization, quotingOrganizationOf } from '../../db/products/quoting-organization.js';
import { isRating, type RatingAction } from '../../domain/actions/configured-action.js';
import type { Authority } from '../../domain/authority/authority.js';
import type { EventEnvelope } from '../../domain/events/envelope.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { Term } from '../../domain/ground/term.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import type { LookupFindings } from '../../domain/lookups/judged-by-lookups.js';
import { quoteContext } from '../../domain/policy/quote-context.js';
import type { QuoteContext } from '../../domain/quote/new-quote.js';
import type { ActivityDependencies } from '../ground/dependencies.js';
import { readEventWithVersion } from '../ground/event-with-version.js';
import { missing } from '../ground/failures.js';
import { lookupsOfEvent } from '../ground/lookups-of-event.js';
import { type RenewalToAsk, renewalToAsk } from './renewal-to-ask.js';

/** What is rated. */
export interface Question {
  effectiveDate: string;
  intake: AnswerMap;
  /** The requested term; by default the plan's first one. */
  term?: Term | undefined;
  clientId?: string | undefined;
}

/** One rating action of one event, with the data that its quote is made from. */
export interface QuotingAction<Action extends RatingAction = RatingAction> {
  event: AcceptedEvent;
  /** By which it is rated: the event's or, for a renewal, that of the next term. */
  version: CatalogVersion;
  action: Action;
  /** With the answers that lookups have found. */
  question: Question;
  /** What the lookups say of the quote. */
  lookups: LookupFindings;
  quoting: Quoting;
  /** The policy whose next term is quoted, if one is. */
  renewal?: RenewalToAsk | undefined;
  /** Absent if the event has no client (`batchMode`). */
  clientId?: string | undefined;
}

type QuotingDependencies = Pick<ActivityDependencies, 'events' | 'catalog' | 'now'> & { db: Knex };

/** Reads a rating action and the data of its quote. A missing record is not retried. */
export async function readQuotingAction(
  dependencies: QuotingDependencies,
  triggerRequestId: string,
  actionId: string,
  clientId?: string,
): Promise<QuotingAction> {
  const read = await readEventWithVersion(dependencies, triggerRequestId);
  const { event } = read;
  const renewal =
    event.envelope.type === 'POLICY_RENEWAL_QUOTING' ? await renewalToAsk(dependencies, event) : undefined;
  const { version } = renewal ?? read;
  const asked: Question | undefined = renewal?.question ?? questionOf(event.envelope);
  if (asked === undefined) throw missing('quoting event', triggerRequestId);
  const action = version.compiled.actions.get(actionId);
  if (action === undefined || !isRating(action)) throw missing('rating action', actionId);
  const quoting = await quotingOf(dependencies, event, action);
  const client = clientId ?? renewal?.policy.clientId ?? asked.clientId;
  const apply = await lookupsOfEvent(dependencies, event, version);
  const { answers: intake, ...lookups } = apply(asked.intake);
  const question = { ...asked, intake };
  return { event, version, action, question, lookups, quoting, renewal, clientId: client };
}

/** The organization that quotes, and what the seller may do on its paper. */
export type Quoting = QuotingOrganization & { authority: Authority | undefined };

async function quotingOf(
  { db, catalog, now: system }: QuotingDependencies,
  event: AcceptedEvent,
  action: RatingAction,
): Promise<Quoting> {
  const { organizationId, productId, byService, envelope } = event;
  // By its owner even where the event's organization sees the product no more: nobody quotes to itself.
  const product = await catalog.product(productId);
  if (product === null) throw missing('product', productId);
  const quoting = await quotingOrganizationOf(catalog, product, action);
  // What the service has quoted of a policy is the insurer's own decision.
  if (byService && envelope.type === 'POLICY_RENEWAL_QUOTING') return { ...quoting, authority: undefined };
  const now = await businessTimeOf(db, { catalog, now: system }, event);
  const sold = { organizationId, productId, issuerId: quoting.organizationId, now };
  const authority = await licensedAuthority({ catalog, licenseOf: catalog.licenseOf }, sold);
  return { ...quoting, authority };
}

/** The organizations and records of this action's quote. */
export function quoteContextOf(
  {
    event,
    version,
    action,
    question,
    renewal,
    quoting: { authority, organizationId: quotingId, name },
    clientId,
  }: QuotingAction,
  { term, now }: { term: Term; now: BusinessTime },
): QuoteContext {
  const { triggerRequestId, productId, envelope, asConfiguredAt } = event;
  const organizationId = renewal?.policy.sellerOrganizationId ?? event.organizationId;
  const quoting = { organizationId: quotingId, name };
  return quoteContext({
    triggerRequestId,
    organizationId,
    productId,
    envelope: { batchMode: envelope.batchMode, payload: question },
    asConfiguredAt,
    version,
    quoting,
    authority,
    term,
    now,
    clientId: clientId ?? null,
    clockId: event.clockId,
    action: { actionId: action.id, type: action.type },
  });
}

function questionOf({ type, payload }: EventEnvelope): Question | undefined {
  return type === 'GET_QUOTES' ? payload : undefined;
}
