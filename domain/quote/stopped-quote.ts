import type { JsonObject } from '../ground/json.js';
import type { QuoteMessage } from '../rating/run/result.js';
import { isBindable, type QuoteDecisions } from './bindable.js';
import { type StopAction, stopCodes } from './stop-codes.js';

/** Something outside of the product's rules that stops a quote, such as a hold. */
export interface Stop {
  action: StopAction;
  /** A sentence. */
  message: string;
  /** What stops it. */
  holdId: string;
}

/** A rule of another version of the product, or a missing source of its data, that stops a quote, by its message. */
export interface SaidStop {
  action: Exclude<StopAction, 'FREEZE'>;
  said: QuoteMessage;
}

type AnyStop = Stop | SaidStop;

/** The fields of a quote that a stop changes. */
export interface StoppableQuote extends Omit<QuoteDecisions, 'messages'> {
  outcome: 'QUOTED' | 'DECLINED';
  bindable: boolean;
  messages: QuoteMessage[];
  quoteDetails: object | null;
  expiresAt: Date | null;
  metadata: JsonObject;
}

const severities = { DECLINE: 'ERROR', REFER: 'WARNING', FREEZE: 'WARNING' } as const;

/** A stop as a message of a quote. */
export function messageOfStop(stop: AnyStop): QuoteMessage {
  if ('said' in stop) return stop.said;
  const { action, message, holdId } = stop;
  return { severity: severities[action], code: stopCodes[action], message, holdId };
}

/** Whether a quote has the message of a stop already, by what the stop does or, without it, by any. */
export function hasStop(
  messages: readonly Pick<QuoteMessage, 'code' | 'holdId'>[],
  { holdId, action }: { holdId: string; action?: StopAction },
): boolean {
  return messages.some(
    (known) => known.holdId === holdId && (action === undefined || known.code === stopCodes[action]),
  );
}

/**
 * A quote that is stopped while it is made. Declined: it is a declined quote, without its price. Referred: an underwriter
 * decides. Frozen: it says so, and whoever binds it asks again.
 */
export function stoppedQuote<Quote extends StoppableQuote>(quote: Quote, stops: readonly AnyStop[]): Quote {
  if (stops.length === 0 || quote.outcome === 'DECLINED') return quote;
  if (isDeclinedBy(stops)) return { ...declined(quote, stops), type: 'DECLINE' };
  const messages = [...stops.map(messageOfStop), ...quote.messages];
  return judged({ ...quote, messages }, stops);
}

/** The components of a package that is stopped while it is made: without prices, too, if it is declined. */
export function stoppedComponents<Component extends { quote: StoppableQuote }>(
  components: readonly Component[],
  stops: readonly AnyStop[],
): Component[] {
  if (!isDeclinedBy(stops)) return [...components];
  return components.map((component) => ({ ...component, quote: declined(component.quote, stops) }));
}

const isDeclinedBy = (stops: readonly Pick<Stop, 'action'>[]) =>
  stops.some(({ action }) => action === 'DECLINE');

function declined<Quote extends StoppableQuote>(quote: Quote, stops: readonly AnyStop[]): Quote {
  return {
    ...quote,
    outcome: 'DECLINED',
    bindable: false,
    requiresUnderwriterApproval: false,
    requiresPolicyholderAcceptance: false,
    premium: null,
    quoteDetails: null,
    expiresAt: null,
    messages: [...stops.map(messageOfStop), ...quote.messages],
    metadata: unpriced(quote.metadata),
  };
}

/** Derived values and shares of a package are prices, too. */
function unpriced({ policyChange: _, ...metadata }: JsonObject): JsonObject {
  const { components } = metadata;
  return {
    ...withoutShare(metadata),
    rateMeta: {},
    ...(Array.isArray(components) && {
      components: components.map((each) => withoutShare(each as JsonObject)),
    }),
  };
}

const withoutShare = ({ packagePremium: _, ...fields }: JsonObject): JsonObject => fields;

/**
 * What a stop changes of a quote that was made before: what it refers waits for an underwriter's decision, even if one
 * was made before, and what it declines cannot be bound any more. Undefined: nothing.
 */
export function stopOfStored<Quote extends StoppableQuote>(
  quote: Quote,
  stops: readonly Stop[],
): Pick<Quote, 'messages' | 'bindable' | 'requiresUnderwriterApproval' | 'underwriterResponse'> | undefined {
  const news = stops.filter((stop) => stop.action !== 'FREEZE' && !hasStop(quote.messages, stop));
  if (news.length === 0) return undefined;
  const messages = [...quote.messages, ...news.map(messageOfStop)];
  const { bindable, requiresUnderwriterApproval, underwriterResponse } = judged({ ...quote, messages }, news);
  return { messages, bindable, requiresUnderwriterApproval, underwriterResponse };
}

function judged<Quote extends StoppableQuote>(quote: Quote, stops: readonly AnyStop[]): Quote {
  const isReferred = stops.some(({ action }) => action === 'REFER');
  const referred = isReferred
    ? { ...quote, requiresUnderwriterApproval: true, underwriterResponse: null }
    : quote;
  return { ...referred, bindable: isBindable(referred) };
}
