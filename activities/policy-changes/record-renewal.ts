import type { Transaction } from 'objection';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { HoldSources } from '../../db/holds/judge-holds.js';
import { stopsOfRenewal } from '../../db/holds/stops-of-policy.js';
import type { Policy } from '../../db/models/policy.js';
import type { Quote } from '../../db/models/quote.js';
import { recordPolicyEvent } from '../../db/policy-changes/record-change.js';
import { insertQuotes, type NewQuote, type QuoteToRecord } from '../../db/quotes/record-quote.js';
import type { ResultOf } from '../../domain/events/catalog.js';
import type { PolicyEventType } from '../../domain/events/fields/policy-event-types.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import type { RenewalToQuote } from '../../domain/policy/renewal-quote.js';
import { type Stop, stoppedComponents, stoppedQuote } from '../../domain/quote/stopped-quote.js';
import { holdRenewal, inPlaceOf, quoteToReplace } from './hold-renewal.js';
import { policyEvent } from './notify.js';

/** The quotes of a policy's next term: the term's, then those of a package's components. */
export interface QuotedTerm {
  records: readonly QuoteToRecord[];
  renewal: RenewalToQuote;
  /** Iterations that an earlier quote's wishes edit and that the policy no longer has. */
  lost: readonly string[];
}

/** The renewal of a locked policy, as an event has quoted it. */
export interface QuotedRenewal {
  policy: Policy;
  event: AcceptedEvent;
  /** The quotes, or why there is none. */
  quoted: QuotedTerm | { reason: string };
  settings: PolicySettings['renewal'];
  /** The quote is only to be compared: it changes nothing of the renewal. */
  isComparison?: boolean;
  now: BusinessTime;
  catalog: HoldSources['catalog'];
}

/** The result of quoting a renewal, with the events that it fires. */
export interface RecordedRenewal {
  metadata: ResultOf<'POLICY_RENEWAL_QUOTING'>;
  quote: NewQuote | undefined;
  fires: FollowUp[];
}

/** Stores the quotes of a renewal, holds the first one or has the renewal wait for a person, and records which. */
export async function recordRenewal(trx: Transaction, asked: QuotedRenewal): Promise<RecordedRenewal> {
  const { policy, event, quoted, settings, isComparison = false, now } = asked;
  const { triggerRequestId } = event;
  const replaced = await quoteToReplace(trx, policy, event);
  const [made, ...components] = 'records' in quoted ? quoted.records : [];
  const { quote, stops } = await allowedQuote(trx, asked, { made: made?.quote, replaced });
  const frozen = stops.find(({ action }) => action === 'FREEZE')?.message;
  if (made && quote) await insertQuotes(trx, [{ ...made, quote }, ...stoppedComponents(components, stops)]);
  const premium = quote?.outcome === 'QUOTED' ? quote.premium : null;
  const reason = 'reason' in quoted ? quoted.reason : reasonsOf(quote);
  const lost = 'lost' in quoted ? whyNotLost(quoted.lost) : undefined;
  const { held, waits } = await holdRenewal(trx, {
    policy,
    event,
    quote,
    replaced,
    settings,
    isComparison,
    now,
    renewal: 'renewal' in quoted ? quoted.renewal : undefined,
    obstacle: premium === null ? reason : (lost ?? frozen),
  });
  const of: JsonObject & { quoteId?: string } = quote === undefined ? {} : { quoteId: quote.requestId };
  const news = [
    premium === null
      ? notQuoted(reason, { ...of, held })
      : quotedAt(premium, lost ?? frozen, { ...of, held }),
    ...(waits === null || waits === policy.renewalWaits ? [] : [waiting(waits, of)]),
  ];
  for (const { type, label, description, data } of news) {
    await recordPolicyEvent(trx, policy.id, {
      ...policyEvent(triggerRequestId, type, { label, description }),
      data,
      triggerRequestId,
      now,
      effectiveDate: policy.expirationDate,
    });
  }
  const metadata = {
    policyId: policy.id,
    ...of,
    held,
    outcome: quote?.outcome ?? ('FAILED' as const),
    ...(premium !== null && { premium: Number(premium) }),
    ...('renewal' in quoted && { edits: quoted.renewal.edits }),
    ...(waits !== null && { waits }),
    ...(quote === undefined && { reason }),
  };
  const fires = news.flatMap(({ fires: type, payload }): FollowUp[] =>
    type === undefined
      ? []
      : [{ id: derivedId(triggerRequestId, type), type, payload: { policyId: policy.id, ...payload } }],
  );
  return { metadata, quote, fires };
}

/** A quote as holds leave it, in the place of the held one if there is one, and what they stop of it. */
async function allowedQuote(
  trx: Transaction,
  { policy, now, catalog }: QuotedRenewal,
  { made, replaced }: { made: NewQuote | undefined; replaced: Quote | undefined },
): Promise<{ quote: NewQuote | undefined; stops: Stop[] }> {
  if (made === undefined) return { quote: undefined, stops: [] };
  const stops = await stopsOfRenewal(trx, { catalog }, { policy, quote: made, now });
  const quote = stoppedQuote(made, stops);
  return { quote: replaced ? inPlaceOf(replaced, quote) : quote, stops };
}

/** What is recorded with the policy, and the notification of it. */
interface RenewalNews {
  type: PolicyEventType;
  label: string;
  description: string;
  data: JsonObject;
  fires?: 'POLICY_RENEWAL_QUOTING_FAILED' | 'POLICY_RENEWAL_REFERRED';
  payload?: { quoteId?: string; reason?: string };
}

function quotedAt(premium: string, but: string | undefined, data: JsonObject): RenewalNews {
  const description = `Premium ${premium}${but === undefined ? '' : `; ${but}`}`;
  return { type: 'RENEWAL_QUOTED', label: 'Renewal quoted', description, data };
}

function notQuoted(description: string, data: JsonObject): RenewalNews {
  const fires = 'POLICY_RENEWAL_QUOTING_FAILED';
  return { type: 'RENEWAL_QUOTING_FAILED', label: 'Renewal not quoted', description, data, fires };
}

function waiting(reason: string, quote: { quoteId?: string }): RenewalNews {
  return {
    type: 'RENEWAL_REFERRED',
    label: 'Renewal waits for a person',
    description: reason,
    data: quote,
    fires: 'POLICY_RENEWAL_REFERRED',
    payload: { ...quote, reason },
  };
}

function reasonsOf(quote: NewQuote | undefined): string {
  return (quote?.messages ?? []).map(({ message }) => message).join('; ');
}

function whyNotLost(lost: readonly string[]): string | undefined {
  if (lost.length === 0) return undefined;
  return `the renewal was to change what the policy no longer has: iteration ${lost.join(', ')}`;
}
