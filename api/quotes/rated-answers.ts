import { ZodError } from 'zod';
import type { Quote } from '../../db/models/quote.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { withDefaults } from '../../domain/questions/with-defaults.js';
import { PlanError } from '../../domain/rating/run/plan-issue.js';
import { todayOf } from '../../domain/rerating/rerate.js';

type Answered = Pick<Quote, 'productVersionId' | 'intake' | 'effectiveDate' | 'asRatingConfiguredAt'>;

/** The answers of a quote with the defaults that it was rated with; undefined if this release cannot read its version. */
export async function ratedAnswersOf(
  catalog: Pick<ProductCatalog, 'version'>,
  quote: Answered,
): Promise<AnswerMap | undefined> {
  const { productVersionId, intake, effectiveDate } = quote;
  try {
    const version = await catalog.version(productVersionId);
    const held = version?.compiled.holding(intake, { effectiveDate, today: todayOf(quote) });
    return held && withDefaults(held.definition.product, intake);
  } catch (error) {
    if (error instanceof PlanError || error instanceof ZodError) return undefined;
    throw error;
  }
}
