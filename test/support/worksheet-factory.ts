import type { Quote } from '../../db/models/quote.js';
import type { DemoProduct } from '../../db/seeds/demo-products.js';
import type { LiveSource } from '../../documents/worksheets/live-source.js';
import { type WorksheetDocument, worksheetDocument } from '../../documents/worksheets/worksheet-document.js';
import { eventEnvelope, type GetQuotesEnvelope } from '../../domain/events/envelope.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import type { Term } from '../../domain/ground/term.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { type CompiledProduct, compileProduct, ratingOf } from '../../domain/product/compile-product.js';
import { newQuote } from '../../domain/quote/new-quote.js';
import type { RatingResult } from '../../domain/rating/run/result.js';

const someId = '5b1a4c8e-1111-4111-8111-000000000001';

/** A rating as the document that the renderings are made from, without a database. */
export function aWorksheetDocument(
  rating: RatingResult,
  intake: AnswerMap,
  { title = 'Product', effectiveDate = '2026-07-01' }: { title?: string; effectiveDate?: string } = {},
  live: LiveSource | null = null,
): WorksheetDocument {
  const envelope = eventEnvelope.parse({
    type: 'GET_QUOTES',
    lineId: someId,
    payload: { effectiveDate, intake },
  }) as GetQuotesEnvelope;
  const quote = newQuote(
    {
      triggerRequestId: someId,
      organizationId: someId,
      envelope,
      clientId: null,
      clockId: null,
      action: { actionId: someId, type: 'IOI_RATING' },
      product: { id: someId, versionId: someId, source: 'HOSTING', title },
      quoting: { organizationId: someId, name: 'Northfield Mutual' },
      term: rating.term ?? 'ANNUAL',
      asConfiguredAt: new Date('2026-06-01T00:00:00Z'),
      now: new BusinessTime(new Date('2026-06-01T00:00:00Z')),
    },
    rating,
  ) as unknown as Quote;
  const { worksheet: lines } = rating;
  return worksheetDocument(
    { reasons: [], quote, productVersion: '1.0.0 (build 1)', lines, sha256: contentHash(lines) },
    live,
  );
}

/** The same with lookups and conditions as formulas. */
export function aLiveDocument(rating: RatingResult, intake: AnswerMap, live: LiveSource): WorksheetDocument {
  return aWorksheetDocument(rating, intake, {}, live);
}

export interface RateableAction {
  name: string;
  product: DemoProduct;
  compiled: CompiledProduct;
  terms: readonly Term[];
  rate(intake: AnswerMap, term?: Term): RatingResult;
}

/** The actions of products that this service rates itself, packages among them. */
export function rateableActions(products: readonly DemoProduct[]): RateableAction[] {
  return products.flatMap((product) => {
    const compiled = compileProduct(product.definition);
    const actions = product.definition.configurations.flatMap(({ events }) => events.GET_QUOTES ?? []);
    return actions.flatMap((action) => {
      const plan = action.type === 'THIRD_PARTY_RATING_ALGO' ? undefined : ratingOf(compiled, action);
      if (!plan) return [];
      const rate = (answers: AnswerMap, term?: Term) =>
        plan.rate({ answers, effectiveDate: '2026-07-01', term });
      return [{ name: `${product.key}: ${action.name}`, product, compiled, terms: plan.terms, rate }];
    });
  });
}
