import { z } from 'zod';
import type { Database } from '../../db/database.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import {
  mostDecisionsRead,
  readSimilarDecisions,
  type SimilarDecision,
} from '../../db/quotes/similar-decisions.js';
import { calendarDate, instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { quoteType } from '../../domain/quote/quote.js';
import { brokenLimit } from '../../domain/quote/referral-reason.js';
import { condition } from '../../domain/quote/underwriting.js';
import { brokenLimits, isReferring } from '../../domain/reasons/referral-reasons.js';
import type { AnswerLanguages } from '../http/answer-languages.js';
import type { Caller } from '../http/caller.js';
import { endpoint } from '../http/endpoint.js';
import { queryInteger } from '../http/query.js';
import { quoteToReview } from './quote-parties.js';
import { referralWords } from './referral-words.js';

const similarDecision = z
  .object({
    requestId: uuid.meta({ description: 'The quote that was decided.' }),
    type: quoteType,
    clientName: z.string().optional(),
    effectiveDate: calendarDate,
    premium: z.number().optional().meta({ description: 'Of the term, before taxes and fees.' }),
    isApproved: z.boolean(),
    decidedTimestamp: instant,
    decidedBy: jsonObject.meta({ description: 'With `kind`, `id` and `name`.' }),
    underwriterNotes: z.string().optional(),
    rules: z.array(z.string()).meta({ description: 'The rules that referred both quotes.' }),
    brokenLimits: z.array(brokenLimit),
    offer: z
      .object({
        premium: z.number().optional(),
        loadingPercent: z.number().optional(),
        answers: z.record(z.string(), z.string()).optional(),
        conditions: z.array(condition.shape.text),
      })
      .optional()
      .meta({
        id: 'SimilarOffer',
        description: 'What was offered in its place, of one approved with changes.',
      }),
    bound: z.boolean(),
  })
  .meta({ id: 'SimilarDecision' });

export const listSimilarDecisions = endpoint({
  method: 'get',
  path: '/quote/:quoteId/similar-decisions',
  inLanguages: true,
  operationId: 'listSimilarDecisions',
  summary: 'List earlier decisions on quotes that the same rules referred',
  description:
    `An extension. The decisions of the quoting organization on quotes of the same product that one of the quote's rules referred, newest first, among the latest ${mostDecisionsRead.toLocaleString('en-US')} of the product. ` +
    'Only the quoting organization reads them.',
  tags: ['Quotes'],
  params: z.object({ quoteId: uuid }),
  query: z.object({ size: queryInteger({ least: 1, most: 1_000, otherwise: 10 }) }),
  responses: {
    200: {
      description: 'The decisions; none for a quote that no rule referred.',
      schema: z.object({ decisions: z.array(similarDecision) }).meta({ id: 'SimilarDecisions' }),
    },
  },
  permission: 'quotes:read',
});

type SimilarDecisions = { decisions: z.infer<typeof similarDecision>[] };

/** What underwriters have decided before on quotes like one. */
export class EarlierDecisions {
  constructor(private readonly uses: { db: Database; catalog: Pick<ProductCatalog, 'version'> }) {}

  /** 404 for a quote that the caller cannot see, 403 for one that another organization decides. */
  async like(
    caller: Caller,
    quoteId: string,
    { size }: { size: number },
    languages?: AnswerLanguages,
  ): Promise<SimilarDecisions> {
    const { db, catalog } = this.uses;
    const quote = await quoteToReview(db, caller, quoteId);
    const rules = quote.messages.filter(isReferring).flatMap(({ rule }) => rule ?? []);
    const found = rules.length === 0 ? [] : await readSimilarDecisions(db, quote, { rules, size });
    // Their rules are named as the quote's version has them.
    const words = await referralWords(catalog, quote.productVersionId, languages);
    return {
      decisions: found.map((each) => {
        const shared = each.messages.filter(({ rule }) => rule !== undefined && rules.includes(rule));
        return {
          ...decisionOf(each),
          rules: [...new Set(shared.flatMap(({ rule }) => rule ?? []))],
          brokenLimits: words === undefined ? [] : brokenLimits(shared, words),
        };
      }),
    };
  }
}

function decisionOf(decided: SimilarDecision) {
  const { requestId, type, clientName, premium, effectiveDate, offered, offeredPremium, isBound } = decided;
  const { isApproved, underwriterNotes, decisionTimestamp, createdBy } = decided.underwriterResponse;
  const { offer, conditions = [] } = offered ?? {};
  return {
    requestId,
    type,
    ...(clientName !== null && { clientName }),
    effectiveDate,
    ...(premium !== null && { premium: Number(premium) }),
    isApproved,
    decidedTimestamp: decisionTimestamp ?? '',
    decidedBy: { ...createdBy },
    ...(underwriterNotes && { underwriterNotes }),
    ...(offer && {
      offer: {
        ...(offeredPremium !== null && { premium: Number(offeredPremium) }),
        ...(offer.loading && { loadingPercent: offer.loading.percent }),
        ...(offer.answers && { answers: offer.answers }),
        conditions: conditions.map(({ text }) => text),
      },
    }),
    bound: isBound,
  };
}
