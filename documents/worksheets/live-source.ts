import { contentHash } from '../../domain/ground/canonical-json.js';
import type { CompiledProduct } from '../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { HeldStretch } from '../../domain/product/held-stretch.js';
import { type QuestionTypes, questionTypesOf } from '../../domain/questions/question-types.js';
import type { StepBudget } from '../../domain/rating/run/step-budget.js';
import { storedLines } from '../../domain/rating/run/stored-lines.js';
import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import type { RatingTable } from '../../domain/rating/tables/table.js';
import { type RatedQuestion, rerateOn } from '../../domain/rerating/rerate.js';

/** What a workbook needs whose lookups and conditions are formulas. */
export interface LiveSource {
  /** The worksheet of every step. */
  lines: readonly WorksheetLine[];
  tables: Readonly<Record<string, RatingTable>>;
  questions: QuestionTypes;
  /** Where and when they hold, of a product with overlays. */
  held?: HeldStretch | null;
}

/**
 * Rates a stored quote again with every step; null if the version does not give the stored worksheet: the quote's answers were
 * erased, or somebody else rated it.
 */
export function liveSource(
  version: {
    compiled: CompiledProduct;
    definition: Pick<ProductDefinition, 'tables' | 'product'>;
    held: HeldStretch | null;
  },
  quote: RatedQuestion,
  { sha256, budget }: { sha256: string; budget?: StepBudget },
): LiveSource | null {
  const { compiled, definition, held } = version;
  const rerating = rerateOn({ compiled })(quote, { everyStep: true, budget });
  if (rerating.status !== 'RATED') return null;
  const { worksheet: lines } = rerating.rating;
  if (contentHash(storedLines(lines)) !== sha256) return null;
  return { lines, tables: definition.tables, questions: questionTypesOf(definition.product), held };
}
