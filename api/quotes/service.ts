import { raw } from 'objection';
import type { AuthoritySources } from '../../db/authority/licensed-authority.js';
import type { Database } from '../../db/database.js';
import { keyOfEvent } from '../../db/events/event-keys.js';
import { Event } from '../../db/models/event.js';
import { Quote } from '../../db/models/quote.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import { listQuotes } from '../../db/quotes/list-quotes.js';
import { assignedToMe } from '../../db/quotes/quote-filters.js';
import {
  readQuote,
  readQuotesOfTrigger,
  readVersionOfQuote,
  type StoredQuote,
} from '../../db/quotes/read-quotes.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { workflowIdOf } from '../../domain/runs/workflow-ids.js';
import type { QuoteProposals } from '../documents/quote-proposals.js';
import { BadRequest, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import type { TaggedText } from '../http/entity-tag.js';
import { KeptTexts } from '../http/kept-texts.js';
import { listLimits } from '../http/list-limits.js';
import { pageOf } from '../http/page.js';
import type { EventRuns } from '../runs/event-runs.js';
import type { QuoteQuery } from './list-schemas.js';
import { listedQuote } from './listed-quote.js';
import { asListedBy, asReadBy, type QuoteReader } from './sellers-view.js';

export interface QuoteServiceDependencies {
  db: Database;
  catalog: AuthoritySources['catalog'] & Pick<AuthoritySources, 'licenseOf'>;
  now: () => Date;
  runs: Pick<EventRuns, 'quoteResults'>;
  /** Absent: no proposals are generated in advance. */
  proposals?: Pick<QuoteProposals, 'with'>;
}

/** For the quotes that are read again: about a thousand. */
const mostKept = 8 * 1024 * 1024;

type ListedBy = Omit<QuoteQuery, 'oldestFirst'> & Partial<Pick<QuoteQuery, 'oldestFirst'>>;

export interface QuotesOfTrigger {
  quoted: QuoteObject[];
  declined: QuoteObject[];
}

/** Reads quotes; only the client's organization and the quoting organization see a quote. */
export class QuoteService {
  readonly #db: Database;
  readonly #catalog: QuoteServiceDependencies['catalog'];
  readonly #now: () => Date;
  readonly #runs: QuoteServiceDependencies['runs'];
  readonly #proposals: QuoteServiceDependencies['proposals'];
  readonly #kept = new KeptTexts(mostKept);

  constructor({ db, catalog, now, runs, proposals }: QuoteServiceDependencies) {
    this.#db = db;
    this.#catalog = catalog;
    this.#now = now;
    this.#runs = runs;
    this.#proposals = proposals;
  }

  /**
   * One quote (spec 4.5), as JSON text. `includeRawData` adds the rated data and every step. 404 if it is not
   * visible.
   */
  async one(
    { organizationId }: Caller,
    requestId: string,
    { includeRawData }: { includeRawData: boolean },
  ): Promise<TaggedText> {
    const read = await this.#current(organizationId, requestId);
    if (!includeRawData) return read;
    return { text: `${read.text.slice(0, -1)},${JSON.stringify(await this.#rawData(requestId)).slice(1)}` };
  }

  /** The quote, whose text is only made again if its row has changed. What a seller reads depends on its licence, too. */
  async #current(organizationId: string, requestId: string): Promise<TaggedText> {
    const key = `${organizationId} ${requestId}`;
    const readVersion = () => readVersionOfQuote(this.#db, organizationId, requestId);
    return this.#kept.current(key, readVersion, async () => {
      const quote = await readQuote(this.#db, organizationId, requestId);
      if (quote === undefined) throw new NotFound('quote', requestId);
      const [{ text } = quote] = await this.#readBy(organizationId, [quote]);
      return { text, version: quote.quotingOrganizationId === organizationId ? quote.version : null };
    });
  }

  /** A page of the quotes that the organization sees. */
  async list(caller: Caller, { page, size, oldestFirst = false, ...filter }: ListedBy) {
    const { organizationId, personId } = caller;
    if (filter.assignedTo === assignedToMe && personId === undefined) {
      throw new BadRequest([
        { field: 'assignedTo', in: 'query', detail: 'an API key is no person: name one' },
      ]);
    }
    const assignedTo = filter.assignedTo === assignedToMe ? personId : filter.assignedTo;
    const continued = oldestFirst ? ({ by: 'createdFrom', last: 'newest' } as const) : {};
    const limits = { ...listLimits({ page, size }, 'quote', continued), oldestFirst };
    const narrowed = { ...filter, assignedTo };
    const { quotes, total, isExact } = await listQuotes(this.#db, organizationId, narrowed, limits);
    const listed = await asListedBy(...this.#reader(organizationId), quotes);
    const content = listed.map((quote) => listedQuote(quote, organizationId));
    return { ...pageOf(content, { page, size }, total), totalIsExact: isExact };
  }

  /**
   * The quotes of a fired event (spec 4.5): those that an open run reports, and afterwards those that are
   * stored. 404 if the caller neither fired the event nor quoted on it.
   */
  async byTrigger(
    caller: Caller,
    triggerRequestId: string,
    { preGenerateQuoteProposal = false }: { preGenerateQuoteProposal?: boolean } = {},
  ): Promise<QuotesOfTrigger> {
    const { organizationId } = caller;
    const key = await keyOfEvent(this.#db, { organizationId, triggerRequestId });
    // First of all: an open run of an event that the caller does not see would take time to ask.
    if (key === undefined) throw new NotFound('event', triggerRequestId);
    const event = await Event.query(this.#db)
      .findById(key)
      .select(
        'organization_id',
        'closed_at',
        'retries',
        raw('case when closed_at is null then plan end as plan'),
      );
    if (event === undefined) throw new NotFound('event', triggerRequestId);
    // A run that retries failed actions knows only its own quotes.
    const isFirstRun = event.closedAt === null && event.retries === 0;
    const running = isFirstRun
      ? await this.#runs.quoteResults(workflowIdOf({ ...event.plan, fired: { triggerRequestId: key } }))
      : undefined;
    const stored = await readQuotesOfTrigger(this.#db, organizationId, key, running?.quoteIds);
    if (event.organizationId !== organizationId && stored.length === 0) {
      throw new NotFound('event', triggerRequestId);
    }
    const quotes = await this.#readBy(organizationId, stored);
    const quoted = quotes.filter((quote) => quote.outcome === 'QUOTED').map(quoteObject);
    const proposals = preGenerateQuoteProposal ? this.#proposals : undefined;
    return {
      quoted: proposals === undefined ? quoted : await proposals.with(caller, quoted),
      declined: quotes.filter((quote) => quote.outcome === 'DECLINED').map(quoteObject),
    };
  }

  /**
   * All quotes of a trigger so far, quoted and declined: `metadata.quotes` of a synchronous fire. `only` is the
   * trigger's only quote as its quoting organization reads it, if it was read when it was made.
   */
  async ofTrigger(
    { organizationId }: Caller,
    triggerRequestId: string,
    only?: StoredQuote,
  ): Promise<QuoteObject[]> {
    if (only?.quotingOrganizationId === organizationId) return [quoteObject(only)];
    const quotes = await readQuotesOfTrigger(this.#db, organizationId, triggerRequestId);
    return (await this.#readBy(organizationId, quotes)).map(quoteObject);
  }

  #readBy(organizationId: string, quotes: readonly StoredQuote[]): Promise<StoredQuote[]> {
    return asReadBy(...this.#reader(organizationId), quotes);
  }

  #reader(organizationId: string): [AuthoritySources, QuoteReader] {
    const { licenseOf } = this.#catalog;
    return [
      { catalog: this.#catalog, licenseOf },
      { organizationId, now: this.#now() },
    ];
  }

  async #rawData(requestId: string): Promise<{ rawQuoteRequest: object; rawQuoteDetails: object }> {
    const [quote, worksheet] = await Promise.all([
      Quote.query(this.#db)
        .findById(requestId)
        .select('effective_date', 'term', 'intake', 'raw_quote_request', 'raw_quote_details')
        .throwIfNotFound(),
      QuoteWorksheet.query(this.#db).findById(requestId),
    ]);
    const { effectiveDate, term, intake } = quote;
    return {
      rawQuoteRequest: quote.rawQuoteRequest ?? { effectiveDate, term, intake },
      rawQuoteDetails: quote.rawQuoteDetails ?? {
        worksheet: worksheet?.worksheet ?? [],
        worksheetSha256: worksheet?.sha256 ?? null,
      },
    };
  }
}

function quoteObject({ text }: StoredQuote): QuoteObject {
  return JSON.parse(text) as QuoteObject;
}
