import { raw } from 'objection';
import type { AuthoritySources } from '../../db/authority/licensed-authority.js';
import { businessTimesOf, type OnClock } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { keyOfEvent } from '../../db/events/event-keys.js';
import { heldQuotes } from '../../db/holds/held-quotes.js';
import { Event } from '../../db/models/event.js';
import { QuoteWorksheet } from '../../db/models/quote-worksheet.js';
import { listQuotes, type StoredListedQuote } from '../../db/quotes/list-quotes.js';
import { assignedToMe } from '../../db/quotes/quote-filters.js';
import { type ReadQuote, readQuote, readQuotes, readQuotesOfTrigger } from '../../db/quotes/read-quotes.js';
import { readReasons } from '../../db/quotes/read-reasons.js';
import { readQuoteWithWorksheet } from '../../db/quotes/read-stored-quote.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import type { BrokenLimit, ReferralReason } from '../../domain/quote/referral-reason.js';
import { reasonsAsJson } from '../../domain/reasons/reasons.js';
import { brokenLimits, referralReasons } from '../../domain/reasons/referral-reasons.js';
import type { QuoteProposals } from '../documents/quote-proposals.js';
import { BadRequest, NotFound } from '../errors/app-error.js';
import type { AnswerLanguages } from '../http/answer-languages.js';
import type { Caller } from '../http/caller.js';
import { listLimits } from '../http/list-limits.js';
import { pageOf } from '../http/page.js';
import type { EventRuns } from '../runs/event-runs.js';
import { asListedBy, type QuoteReader, quoteReadBy } from './as-read.js';
import { listedQuotesIn, quotesIn } from './in-language.js';
import type { QuoteQuery } from './list-schemas.js';
import { listedQuote } from './listed-quote.js';
import { ratedAnswersOf } from './rated-answers.js';
import { referralWords } from './referral-words.js';

export interface QuoteServiceDependencies {
  db: Database;
  catalog: AuthoritySources['catalog'] & Pick<AuthoritySources, 'licenseOf'>;
  now: () => Date;
  runs: Pick<EventRuns, 'quoteResults'>;
  /** Absent: no proposals are generated in advance. */
  proposals?: Pick<QuoteProposals, 'with'>;
}

type ListedBy = Omit<QuoteQuery, 'oldestFirst'> & Partial<Pick<QuoteQuery, 'oldestFirst'>>;

export interface QuotesOfTrigger {
  quoted: QuoteObject[];
  declined: QuoteObject[];
}

/** Reads quotes; only the client's organization and the quoting organization see a quote. */
export class QuoteService {
  constructor(private readonly uses: QuoteServiceDependencies) {}

  /** One quote (spec 4.5). `includeRawData` adds the rated data and every step. 404 if it is not visible. */
  async one(
    { organizationId }: Caller,
    requestId: string,
    { includeRawData }: { includeRawData: boolean },
    languages?: AnswerLanguages,
  ): Promise<QuoteObject> {
    const quote = await readQuote(this.uses.db, organizationId, requestId);
    if (quote === undefined) throw new NotFound('quote', requestId);
    const [read] = await this.#withAnswers(organizationId, [quote]);
    if (read === undefined) throw new NotFound('quote', requestId);
    const [worded = read] = await this.#in(languages, [read]);
    const worksheet =
      includeRawData || quote.requiresUnderwriterApproval
        ? await QuoteWorksheet.query(this.uses.db).findById(requestId)
        : undefined;
    const reasons = await this.#referralReasons(quote, worded, worksheet, languages);
    const object = { ...worded, ...(reasons && { reasons }) };
    return includeRawData ? { ...object, ...(await this.#rawData(quote, worksheet)) } : object;
  }

  /** A page of the quotes that the organization sees. */
  async list(
    caller: Caller,
    { page, size, oldestFirst = false, ...filter }: ListedBy,
    languages?: AnswerLanguages,
  ) {
    const { organizationId, personId, onlyProducts } = caller;
    if (filter.assignedTo === assignedToMe && personId === undefined) {
      throw new BadRequest([
        { field: 'assignedTo', in: 'query', detail: 'an API key is no person: name one' },
      ]);
    }
    const assignedTo = filter.assignedTo === assignedToMe ? personId : filter.assignedTo;
    const continued = oldestFirst ? ({ by: 'createdFrom', last: 'newest' } as const) : {};
    const { productIds } = onlyProducts ?? {};
    const limits = { ...listLimits({ page, size }, 'quote', continued), oldestFirst, productIds };
    const narrowed = { ...filter, assignedTo };
    const { quotes, total, isExact } = await listQuotes(this.uses.db, organizationId, narrowed, limits);
    const listed = await asListedBy(...(await this.#reader(organizationId, quotes)), quotes);
    const own = await Promise.all(
      listed.map(async (quote) => ({
        ...listedQuote(quote, organizationId),
        brokenLimits: await this.#brokenLimits(quote, languages),
      })),
    );
    const content = languages ? await listedQuotesIn(languages, this.uses.catalog, own) : own;
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
    languages?: AnswerLanguages,
  ): Promise<QuotesOfTrigger> {
    const { organizationId } = caller;
    const key = await keyOfEvent(this.uses.db, { organizationId, triggerRequestId });
    // First of all: an open run of an event that the caller does not see would take time to ask.
    if (key === undefined) throw new NotFound('event', triggerRequestId);
    const event = await Event.query(this.uses.db)
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
    const running = isFirstRun ? await this.uses.runs.quoteResults(event.plan.workflowId) : undefined;
    const stored = await readQuotesOfTrigger(this.uses.db, organizationId, key, running?.quoteIds);
    if (event.organizationId !== organizationId && stored.length === 0) {
      throw new NotFound('event', triggerRequestId);
    }
    const offered = stored.filter((quote) => !isDeclined(quote));
    const quoted = await this.#withAnswers(organizationId, offered);
    const declined = await this.#withAnswers(organizationId, stored.filter(isDeclined));
    const proposals = preGenerateQuoteProposal ? this.uses.proposals : undefined;
    const proposed = proposals === undefined ? quoted : await proposals.with(caller, quoted);
    return { quoted: await this.#in(languages, proposed), declined: await this.#in(languages, declined) };
  }

  /** All quotes of a trigger so far, quoted and declined: `metadata.quotes` of a synchronous fire. */
  async ofTrigger(
    { organizationId }: Caller,
    triggerRequestId: string,
    languages?: AnswerLanguages,
  ): Promise<QuoteObject[]> {
    const quotes = await readQuotesOfTrigger(this.uses.db, organizationId, triggerRequestId);
    return this.#in(languages, await this.#allReadBy(organizationId, quotes));
  }

  /** Those of some quotes that the organization sees. */
  async byIds({ organizationId }: Caller, requestIds: readonly string[]): Promise<QuoteObject[]> {
    return this.#allReadBy(organizationId, await readQuotes(this.uses.db, organizationId, requestIds));
  }

  async #in(languages: AnswerLanguages | undefined, quotes: readonly QuoteObject[]): Promise<QuoteObject[]> {
    return languages ? quotesIn(languages, this.uses.catalog, quotes) : [...quotes];
  }

  async #allReadBy(organizationId: string, quotes: readonly ReadQuote[]): Promise<QuoteObject[]> {
    const reader = await this.#reader(organizationId, quotes);
    return Promise.all(quotes.map((quote) => quoteReadBy(...reader, quote)));
  }

  /** The same with the answers that were rated, where people compare them. */
  async #withAnswers(organizationId: string, quotes: readonly ReadQuote[]): Promise<QuoteObject[]> {
    const objects = await this.#allReadBy(organizationId, quotes);
    const answers = await Promise.all(quotes.map((quote) => ratedAnswersOf(this.uses.catalog, quote)));
    return objects.map((object, index) => ({ ...object, ratedAnswers: answers[index] }));
  }

  async #reader(
    organizationId: string,
    quotes: readonly (OnClock & Pick<ReadQuote, 'requestId' | 'productId' | 'bindable' | 'mayBeHeld'>)[],
  ): Promise<[AuthoritySources, QuoteReader]> {
    const { db, catalog } = this.uses;
    const timeOf = await businessTimesOf(db, this.uses, quotes);
    const held = await heldQuotes(db, this.uses, quotes, timeOf);
    return [
      { catalog, licenseOf: catalog.licenseOf },
      { organizationId, timeOf, held },
    ];
  }

  /** Why an underwriter decides, or has decided; undefined of a quote that needs no approval. */
  async #referralReasons(
    { requiresUnderwriterApproval, productVersionId, intake }: ReadQuote,
    { messages }: Pick<QuoteObject, 'messages'>,
    stored: QuoteWorksheet | undefined,
    languages?: AnswerLanguages,
  ): Promise<ReferralReason[] | undefined> {
    if (!requiresUnderwriterApproval) return undefined;
    const words = await referralWords(this.uses.catalog, productVersionId, languages);
    if (words === undefined) return undefined;
    return referralReasons({ messages, intake }, stored?.worksheet ?? [], words);
  }

  async #brokenLimits(
    { productVersionId, referralMessages }: StoredListedQuote,
    languages?: AnswerLanguages,
  ): Promise<BrokenLimit[]> {
    if (!referralMessages.some(({ compared }) => compared)) return [];
    const words = await referralWords(this.uses.catalog, productVersionId, languages);
    return words === undefined ? [] : brokenLimits(referralMessages, words);
  }

  /** What raised the premium most, where a plan of the product rated it. */
  async #reasons(requestId: string, { productVersionId, rawQuoteDetails }: ReadQuote) {
    const { db, catalog } = this.uses;
    if (rawQuoteDetails) return [];
    const version = await catalog.version(productVersionId);
    const rated = await readQuoteWithWorksheet(db, requestId);
    return version === null || rated === undefined ? [] : readReasons(db, rated, version);
  }

  async #rawData(
    quote: ReadQuote,
    worksheet: QuoteWorksheet | undefined,
  ): Promise<{ rawQuoteRequest: JsonObject; rawQuoteDetails: JsonObject }> {
    const { requestId, effectiveDate, term, intake, rawQuoteRequest, rawQuoteDetails } = quote;
    const reasons = await this.#reasons(requestId, quote);
    return {
      rawQuoteRequest: rawQuoteRequest ?? { effectiveDate, term, intake },
      rawQuoteDetails:
        rawQuoteDetails ??
        ({
          worksheet: worksheet?.worksheet ?? [],
          worksheetSha256: worksheet?.sha256 ?? null,
          reasons: reasonsAsJson(reasons),
        } as object as JsonObject),
    };
  }
}

/** Declined in rating, or by an underwriter. */
function isDeclined({ outcome, underwriterResponse }: ReadQuote): boolean {
  return outcome === 'DECLINED' || underwriterResponse?.isApproved === false;
}
