import type { Quote } from '../../db/models/quote.js';
import type { CatalogVersion, ProductCatalog } from '../../db/products/catalog.js';
import { type QuoteToRecord, recordOf } from '../../db/quotes/record-quote.js';
import type { Rater } from '../../documents/rating/rater.js';
import type { Authority } from '../../domain/authority/authority.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { quoteContext } from '../../domain/policy/quote-context.js';
import { isBindable } from '../../domain/quote/bindable.js';
import type { Loading } from '../../domain/quote/loading.js';
import { lookupCodes } from '../../domain/quote/lookup-codes.js';
import { newQuotes } from '../../domain/quote/package-quote.js';
import { type Stop, stoppedComponents, stoppedQuote } from '../../domain/quote/stopped-quote.js';
import type { BundleRating } from '../../domain/rating/bundle/result.js';
import type { RatingResult } from '../../domain/rating/run/result.js';
import { isRatedByOwnPlan } from '../../domain/rerating/rerate.js';
import { NotFound, refuseFields } from '../errors/app-error.js';

export interface ChangedQuotesDependencies {
  catalog: Pick<ProductCatalog, 'version'>;
  rater: Pick<Rater, 'rate'>;
}

/** An answer that takes the place of a quote's. */
export interface ChangedAnswer {
  qid: string;
  answer: string;
  /** Where the request has it; `path` where its name has dots. */
  field: string;
  path?: readonly string[];
}

/** A quote's question with changes, rated. */
export interface RatedChanges {
  version: CatalogVersion;
  intake: AnswerMap;
  loading: Loading | undefined;
  rating: RatingResult | BundleRating;
}

const newBusiness: ReadonlySet<string> = new Set(['QUOTE', 'PRE_ISSUE']);

/** Why a quote cannot be made again with changes, as a sentence; undefined if it can. */
export function whyNotChange({ type, ...quote }: Quote): string | undefined {
  if (!newBusiness.has(type)) return `a quote of type ${type} cannot be changed here: ask for it again`;
  if (quote.actionType === 'THIRD_PARTY_RATING_ALGO' || !isRatedByOwnPlan(quote))
    return 'a carrier rated the quote: only a plan of the product can rate it with changes';
  return quote.metadata.erased === true ? 'the answers of the quote were erased' : undefined;
}

/** Quotes that are made from others with some answers or a loading changed. */
export class ChangedQuotes {
  constructor(private readonly uses: ChangedQuotesDependencies) {}

  /** The version that a quote was rated by. */
  async versionOf({ productVersionId }: Pick<Quote, 'productVersionId'>): Promise<CatalogVersion> {
    const version = await this.uses.catalog.version(productVersionId);
    if (version === null) throw new NotFound('product version', productVersionId);
    return version;
  }

  /**
   * Rates a quote's question with changes, by the version and for the days of the quote. 400 for an answer that the question
   * does not take, or that has no effect.
   */
  async rate(
    quote: Quote,
    { answers, loading }: { answers: readonly ChangedAnswer[]; loading?: Loading | undefined },
  ): Promise<RatedChanges> {
    const version = await this.versionOf(quote);
    refuseFields(answers.flatMap((each) => faultOfQuestion(version, each)));
    const changed = answers.map(({ qid, answer }) => [qid, { type: 'ANSWER', qid, answer }] as const);
    const intake: AnswerMap = { ...quote.intake, ...Object.fromEntries(changed) };
    const { actionId, actionType, effectiveDate, asRatingConfiguredAt, term } = quote;
    const question = { actionId, actionType, effectiveDate, asRatingConfiguredAt, term, intake };
    const rated = await this.uses.rater.rate({ organizationId: quote.quotingOrganizationId }, version, {
      ...question,
      loading: loading?.percent,
    });
    if (rated.status !== 'RATED') throw new NotFound('rating action', actionId);
    refuseFields(answers.flatMap((each) => faultOfAnswer(rated.rating, each)));
    return { version, intake, loading, rating: rated.rating };
  }

  /**
   * The records of a quote that takes the place of another one, of the same event and action; its id is derived from `key`.
   * What lookups have said of the answers still holds.
   */
  made(
    quote: Quote,
    { version, intake, loading, rating }: RatedChanges,
    { key, now, authority }: { key: string; now: BusinessTime; authority?: Authority | undefined },
  ): QuoteInPlace {
    const { effectiveDate, term, productId, clientId, clockId, asRatingConfiguredAt } = quote;
    const context = quoteContext({
      // Its ids must be others than those of the quote that the event made.
      triggerRequestId: derivedId(quote.requestId, key),
      organizationId: quote.clientOrganizationId,
      quoting: { organizationId: quote.quotingOrganizationId, name: quote.quotingOrganizationName },
      action: { actionId: quote.actionId, type: quote.actionType },
      asConfiguredAt: asRatingConfiguredAt,
      envelope: { batchMode: false, payload: { effectiveDate, intake } },
      term,
      now,
      productId,
      version,
      authority,
      clientId,
      clockId,
      loading,
    });
    const made = newQuotes(context, rating);
    const said = quote.messages.filter(({ code }) => ofLookups.has(code));
    const { lookups } = quote.metadata;
    const requiresUnderwriterApproval =
      made.quote.requiresUnderwriterApproval || said.some(({ code }) => code === lookupCodes.REFER);
    const own = {
      ...made.quote,
      triggerRequestId: quote.triggerRequestId,
      versionSystemSource: quote.versionSystemSource,
      messages: [...made.quote.messages, ...said],
      metadata: { ...made.quote.metadata, ...(lookups !== undefined && { lookups }) },
      requiresUnderwriterApproval: made.quote.outcome === 'QUOTED' && requiresUnderwriterApproval,
      underwriting: { replaces: quote.requestId },
    };
    const components = made.components.map((component) => ({
      ...component,
      quote: { ...component.quote, triggerRequestId: quote.triggerRequestId },
    }));
    return { quote: { ...own, bindable: own.outcome === 'QUOTED' && isBindable(own) }, components, rating };
  }
}

/** A quote in the place of another one, before it is stored. */
export interface QuoteInPlace {
  quote: QuoteToRecord['quote'];
  components: { quote: QuoteToRecord['quote']; rating: RatingResult }[];
  rating: RatingResult | BundleRating;
}

/** The same as holds leave it. */
export function stoppedInPlace(
  { quote, components, rating }: QuoteInPlace,
  stops: readonly Stop[],
): QuoteInPlace {
  return { quote: stoppedQuote(quote, stops), components: stoppedComponents(components, stops), rating };
}

export const recordsOfPlace = ({ quote, components, rating }: QuoteInPlace): QuoteToRecord[] => [
  recordOf({ quote, rating }),
  ...components.map(recordOf),
];

const ofLookups: ReadonlySet<string> = new Set(Object.values(lookupCodes));
const withoutEffect: ReadonlySet<string> = new Set(['UNKNOWN_QUESTION', 'QUESTION_NOT_VISIBLE']);

/** What is wrong with the question of a changed answer. */
export function faultOfQuestion(
  { compiled }: Pick<CatalogVersion, 'compiled'>,
  { qid, field, path }: Pick<ChangedAnswer, 'qid' | 'field' | 'path'>,
) {
  const type = compiled.questionTypes.get(qid);
  const at = { field, ...(path && { path }) };
  if (type === undefined || type.ofCarrier)
    return [{ ...at, detail: `"${qid}" is no question of the product` }];
  const detail = `"${qid}" is of a loop, whose answers cannot be changed here`;
  return type.isLoop || type.loop !== null ? [{ ...at, detail }] : [];
}

function faultOfAnswer({ messages }: RatingResult, { qid, answer: _, ...at }: ChangedAnswer) {
  const said = messages.find(
    (message) =>
      message.qid === qid &&
      (withoutEffect.has(message.code) || (message.severity === 'ERROR' && message.step === undefined)),
  );
  return said === undefined ? [] : [{ ...at, detail: said.message }];
}
