import type { Database } from '../../db/database.js';
import { type LoadedVersion, loadVersion } from '../../db/products/load-version.js';
import { countQuotes, eachBatchOfQuotes, type QuoteToRerate } from '../../db/quotes/quotes-of-product.js';
import { type ImpactReport, ImpactTally, type QuoteImpact } from '../../domain/rating/comparison/impact.js';
import { quoteImpact } from '../../domain/rerating/quote-impact.js';
import { rerateOn } from '../../domain/rerating/rerate.js';
import { CommandFailure } from '../ground/command-failure.js';

export interface ImpactRequest {
  candidateId: string;
  baselineId: string;
  /** Quotes made from this day on, `YYYY-MM-DD` in UTC. */
  from: string;
}

export interface Impact {
  candidate: LoadedVersion;
  baseline: LoadedVersion;
  from: string;
  /** Quotes that were read. */
  quotes: number;
  /** Quotes that no plan of the product made; the report excludes them. */
  leftOut: number;
  report: ImpactReport;
}

export interface ImpactListener {
  /** The total number of quotes. */
  begin(total: number): void;
  /** Each compared quote; awaited, so that a slow reader slows the run down. */
  quote(quote: QuoteToRerate, impact: QuoteImpact): Promise<void> | void;
  reached(done: number): void;
}

/** Rates a product's stored quotes with two versions, batch by batch, and totals the changes. */
export async function runImpact(
  db: Database,
  { candidateId, baselineId, from }: ImpactRequest,
  listener: ImpactListener,
): Promise<Impact> {
  const candidate = await versionOf(db, candidateId);
  const baseline = await versionOf(db, baselineId);
  if (candidate.productId !== baseline.productId) {
    throw new CommandFailure('The two versions are versions of different products.');
  }
  const versions = {
    candidate: rerateOn(candidate),
    baseline: { versionId: baseline.versionId, rerate: rerateOn(baseline) },
  };
  const of = { productId: candidate.productId, from };
  const tally = new ImpactTally();
  let quotes = 0;
  let leftOut = 0;
  listener.begin(await countQuotes(db, of));
  for await (const batch of eachBatchOfQuotes(db, of)) {
    for (const quote of batch) {
      const impact = quoteImpact(quote, versions);
      if (impact) {
        tally.add(impact);
        await listener.quote(quote, impact);
      } else leftOut++;
      quotes++;
      listener.reached(quotes);
    }
  }
  return { candidate, baseline, from, quotes, leftOut, report: tally.report() };
}

async function versionOf(db: Database, versionId: string): Promise<LoadedVersion> {
  const version = await loadVersion(db, versionId);
  if (version === null) throw new CommandFailure(`There is no product version ${versionId}.`);
  return version;
}
