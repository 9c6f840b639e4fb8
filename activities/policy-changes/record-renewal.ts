import type { Transaction } from 'objection';
import type { FollowUp } from '../../db/events/follow-up.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { Policy } from '../../db/models/policy.js';
import { recordPolicyEvent } from '../../db/policy-changes/record-change.js';
import { insertQuotes, type NewQuote, type QuoteToRecord } from '../../db/quotes/record-quote.js';
import type { ResultOf } from '../../domain/events/catalogue.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import type { RenewalToQuote } from '../../domain/policy/renewal-quote.js';
import { holdRenewal, inPlaceOf, quoteToReplace } from './hold-renewal.js';
import { type EventOfPolicy, policyEvent } from './notify.js';

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
  now: Date;
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
  const about = { policyId: policy.id };
  const replaced = await quoteToReplace(trx, policy, event);
  const [made, ...components] = 'records' in quoted ? quoted.records : [];
  const quote = made && replaced ? inPlaceOf(replaced, made.quote) : made?.quote;
  if (made && quote) await insertQuotes(trx, [{ ...made, quote }, ...components]);

  const isQuoted = quote?.outcome === 'QUOTED';
  const reason = 'reason' in quoted ? quoted.reason : reasonsOf(quote);
  const lost = 'lost' in quoted ? againstLost(quoted.lost) : undefined;
  const { held, waits } = await holdRenewal(trx, {
    ...{ policy, event, quote, replaced, settings, isComparison, now },
    renewal: 'renewal' in quoted ? quoted.renewal : undefined,
    obstacle: isQuoted ? lost : reason,
  });
  const of: JsonObject & { quoteId?: string } = quote === undefined ? {} : { quoteId: quote.requestId };
  const record = (recorded: EventOfPolicy, data: JsonObject) =>
    recordPolicyEvent(trx, policy.id, {
      ...{ ...recorded, data, triggerRequestId, now },
      effectiveDate: policy.expirationDate,
    });
  const fires: FollowUp[] = [];
  if (isQuoted) {
    const description = `Premium ${quote.premium}${lost === undefined ? '' : `; ${lost}`}`;
    const recorded = policyEvent(triggerRequestId, 'RENEWAL_QUOTED', {
      label: 'Renewal quoted',
      description,
    });
    await record(recorded, { ...of, held });
  } else {
    const failed = { label: 'Renewal not quoted', description: reason };
    await record(policyEvent(triggerRequestId, 'RENEWAL_QUOTING_FAILED', failed), { ...of, held });
    const type = 'POLICY_RENEWAL_QUOTING_FAILED';
    fires.push({ id: derivedId(triggerRequestId, type), type, payload: about });
  }
  if (waits !== null && waits !== policy.renewalWaits) {
    const referred = { label: 'Renewal waits for a person', description: waits };
    await record(policyEvent(triggerRequestId, 'RENEWAL_REFERRED', referred), of);
    const type = 'POLICY_RENEWAL_REFERRED';
    fires.push({ id: derivedId(triggerRequestId, type), type, payload: { ...about, ...of, reason: waits } });
  }
  const metadata = {
    ...{ ...about, ...of, held },
    outcome: quote?.outcome ?? ('FAILED' as const),
    ...(isQuoted && { premium: Number(quote.premium) }),
    ...('renewal' in quoted && { edits: quoted.renewal.edits }),
    ...(waits !== null && { waits }),
    ...(quote === undefined && { reason }),
  };
  return { metadata, quote, fires };
}

function reasonsOf(quote: NewQuote | undefined): string {
  return (quote?.messages ?? []).map(({ message }) => message).join('; ');
}

function againstLost(lost: readonly string[]): string | undefined {
  if (lost.length === 0) return undefined;
  return `the renewal was to change what the policy no longer has: iteration ${lost.join(', ')}`;
}
