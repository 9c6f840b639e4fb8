import { type Answers, answerMap } from './answers.js';
import type { Answered } from './core/answered.js';
import type { Http, RequestOptions } from './core/http.js';
import { idsFrom } from './core/id.js';
import { wait } from './core/waiting.js';
import type { EventOf, Events, MetadataOf } from './events.js';
import { QuotesOperations } from './generated/operations.js';
import type { GetQuoteQuery, Quote } from './generated/types.js';

type Envelope = EventOf<'GET_QUOTES'>;
type Payload = Envelope['payload'];

/** What is to be quoted: the product, the first day, and the answers as plain values or as an answer map. */
export type QuoteRequest = Omit<Envelope, 'payload' | 'forceSync'> &
  Pick<Payload, 'effectiveDate' | 'clientId' | 'term' | 'referrer'> &
  ({ answers: Answers; intake?: never } | { intake: Payload['intake']; answers?: never });

export interface QuotesOfRequest {
  triggerRequestId: string;
  /** The saved client; none with `batchMode`. */
  client: string | undefined;
  /** One for each rating that has answered, declined ones included: `type` and `messages` say why. */
  quotes: Quote[];
  /** Ratings that had not answered within `waitMs`. */
  missing: number;
  /** The answers of all actions, such as documents of the product's own. */
  metadata: MetadataOf<'GET_QUOTES'>;
}

export interface QuoteOptions extends RequestOptions {
  /** How long to wait for ratings that take longer than the service's answer; default 60 s. */
  waitMs?: number;
}

const pollMs = 1_000;

export class Quotes extends QuotesOperations {
  readonly #events: Events;

  constructor(http: Http, events: Events) {
    super(http);
    this.#events = events;
  }

  /** Quotes in one call: saves the client, rates, and waits for the quotes. */
  override get(request: QuoteRequest, options?: QuoteOptions): Promise<QuotesOfRequest>;
  /** Reads one quote. */
  override get(quoteRequestId: string, query?: GetQuoteQuery, options?: RequestOptions): Answered<Quote>;
  override get(
    asked: QuoteRequest | string,
    second?: QuoteOptions | GetQuoteQuery,
    third?: RequestOptions,
  ): Promise<QuotesOfRequest> | Answered<Quote> {
    if (typeof asked === 'string') return super.get(asked, second as GetQuoteQuery, third);
    return this.#quotesOf(asked, second as QuoteOptions);
  }

  async #quotesOf(request: QuoteRequest, options: QuoteOptions = {}): Promise<QuotesOfRequest> {
    const { waitMs = 60_000, ...requestOptions } = options;
    const until = Date.now() + waitMs;
    const fired = await this.#events.fire('GET_QUOTES', envelopeOf(request, options), requestOptions);
    const { triggerRequestId, expectedResponseCount, metadata } = fired;
    let quotes = metadata.quotes ?? [];
    while (quotes.length < expectedResponseCount && Date.now() < until) {
      await wait(pollMs, options.signal);
      const { quoted, declined } = await this.ofEvent(triggerRequestId, {}, requestOptions);
      quotes = [...quoted, ...declined];
    }
    const missing = Math.max(0, expectedResponseCount - quotes.length);
    return { triggerRequestId, client: metadata.client, quotes, missing, metadata };
  }
}

function envelopeOf(request: QuoteRequest, { idempotencyKey }: QuoteOptions): Envelope {
  const { effectiveDate, clientId, term, referrer, answers, intake, ...envelope } = request;
  // A request that is repeated has the same iterations.
  const repeatedAs = envelope.triggerRequestId ?? idempotencyKey;
  const ids = repeatedAs === undefined ? undefined : idsFrom(repeatedAs);
  return {
    ...envelope,
    forceSync: true,
    payload: { effectiveDate, clientId, term, referrer, intake: intake ?? answerMap(answers ?? {}, ids) },
  };
}
