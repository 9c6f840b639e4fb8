import { linesIn, type PackedSheet } from '../../db/models/worksheet-text.js';
import type { StepBudget } from '../../domain/rating/run/step-budget.js';
import { type QuoteReplay, type QuoteToReplay, replayQuote } from '../../domain/rerating/replay-quote.js';
import type { Rerate } from '../../domain/rerating/rerate.js';

/** A stored quote with its worksheet as it is stored. */
export type PackedQuote = Omit<QuoteToReplay, 'worksheet' | 'worksheetSha256'> & { sheet: PackedSheet };

/** Compares a quote with its replay; null if the version of `rerate` cannot rate it. */
export function replayOn(rerate: Rerate, quote: PackedQuote, budget?: StepBudget): QuoteReplay | null {
  const rerated = rerate(quote, { budget });
  if (rerated.status !== 'RATED') return null;
  const { sheet } = quote;
  return replayQuote({ ...quote, worksheet: linesIn(sheet), worksheetSha256: sheet.sha256 }, rerated.rating);
}
