import { contentHash } from '../../domain/ground/canonical-json.js';
import type { CompiledProduct } from '../../domain/product/compile-product.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
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
}

/**
 * Rates a stored quote again with every step; null if the version does not give the stored worksheet: the quote's answers were
 * erased, or somebody else rated it.
 */
export function liveSource(
  version: { compiled: CompiledProduct; definition: { tables: Readonly<Record<string, RatingTable>> } },
  quote: RatedQuestion,
  { sha256, budget }: { sha256: string; budget?: StepBudget },
): LiveSource | null {
  const { compiled, definition } = version;
  const rerating = rerateOn({ compiled })(quote, { everyStep: true, budget });
  if (rerating.status !== 'RATED') return null;
  const { worksheet: lines } = rerating.rating;
  if (contentHash(storedLines(lines)) !== sha256) return null;
  return { lines, tables: definition.tables, questions: compiled.questionTypes };
}
