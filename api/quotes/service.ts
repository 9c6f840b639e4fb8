import type { Database } from '../../db/database.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { NotFound } from '../errors/app-error.js';
import type { EventRuns } from '../events/event-runs.js';
import type { Caller } from '../http/caller.js';
import { quoteObject } from './quote-object.js';

/** Quotes that one trigger may have: more than any product configures actions. */
const mostQuotesOfATrigger = 1_000;

export interface QuotesOfTrigger {
  quoted: QuoteObject[];
  declined: QuoteObject[];
}

/** Reads quotes; the client's organization and the quoting organization see one, nobody else. */
export class QuoteService {
  readonly #db: Database;
  readonly #runs: Pick<EventRuns, 'quoteResults'>;

  constructor({ db, runs }: { db: Database; runs: Pick<EventRuns, 'quoteResults'> }) {
    this.#db = db;
    this.#runs = runs;
  }

  /** One quote (spec 4.5). `includeRawData` adds what was rated and every step of how. 404 where unseen. */
  async one(
    caller: Caller,
    requestId: string,
    { includeRawData }: { includeRawData: boolean },
  ): Promise<QuoteObject> {
    const quote = await this.#visibleTo(caller).where('request_id', requestId).first();
    if (quote === undefined) throw new NotFound('quote', requestId);
    return includeRawData ? { ...quoteObject(quote), ...(await this.#rawData(quote)) } : quoteObject(quote);
  }

  /**
   * The quotes of a fired event (spec 4.5): while its run is open what the run says it has made, afterwards
   * what is stored. 404 where the caller neither fired the event nor quoted on it.
   */
  async byTrigger(caller: Caller, triggerRequestId: string): Promise<QuotesOfTrigger> {
    const event = await Event.query(this.#db)
      .findById(triggerRequestId)
      .select('organization_id', 'closed_at');
    if (event === undefined) throw new NotFound('event', triggerRequestId);
    const running = event.closedAt === null ? await this.#runs.quoteResults(triggerRequestId) : undefined;
    const quotes = await this.#stored(caller, triggerRequestId, running?.quoteIds);
    if (event.organizationId !== caller.organizationId && quotes.length === 0) {
      throw new NotFound('event', triggerRequestId);
    }
    return {
      quoted: quotes.filter((quote) => quote.outcome === 'QUOTED').map(quoteObject),
      declined: quotes.filter((quote) => quote.outcome === 'DECLINED').map(quoteObject),
    };
  }

  /** Every quote of a trigger so far, quoted and declined: `metadata.quotes` of a synchronous fire. */
  async ofTrigger(caller: Caller, triggerRequestId: string): Promise<QuoteObject[]> {
    return (await this.#stored(caller, triggerRequestId)).map(quoteObject);
  }

  async #stored(caller: Caller, triggerRequestId: string, quoteIds?: string[]): Promise<Quote[]> {
    const quotes = this.#visibleTo(caller)
      .where('trigger_request_id', triggerRequestId)
      .orderBy(['quote_timestamp', 'request_id'])
      .limit(mostQuotesOfATrigger);
    return quoteIds === undefined ? quotes : quotes.whereIn('request_id', quoteIds);
  }

  async #rawData(quote: Quote): Promise<Pick<QuoteObject, 'rawQuoteRequest' | 'rawQuoteDetails'>> {
    const worksheet = await QuoteWorksheet.query(this.#db).findById(quote.requestId);
    const { effectiveDate, term, intake } = quote;
    return {
      rawQuoteRequest: quote.rawQuoteRequest ?? { effectiveDate, term, intake },
      rawQuoteDetails: quote.rawQuoteDetails ?? {
        worksheet: worksheet?.worksheet ?? [],
        worksheetSha256: worksheet?.sha256 ?? null,
      },
    };
  }

  #visibleTo({ organizationId }: Caller) {
    return Quote.query(this.#db).where((scope) => {
      scope
        .where('client_organization_id', organizationId)
        .orWhere('quoting_organization_id', organizationId);
    });
  }
}
