import { BookImpact, type BookReport } from '../../domain/impact/book-impact.js';
import { type OffBalance, offBalanceOf, ratedFactor } from '../../domain/impact/off-balance.js';
import type { IntakeIssue, RatingJob, RatingSetup } from '../../domain/impact/rating-job.js';
import type { RatedRisk } from '../../domain/impact/risk.js';
import type { UnusableFile } from '../product-files/unusable-file.js';
import { type CrewOptions, RatingCrew } from './rating-crew.js';
import type { RiskSource } from './risk-source.js';

/** What a second version does to a book. */
export interface Impact extends BookReport {
  noun: string;
  /** Risks that were read. */
  risks: number;
  /** Risks that no plan of the product rates; the report excludes them. */
  leftOut: number;
  /** Null without a premium. */
  offBalance: OffBalance | null;
}

export interface ImpactOptions {
  /** In per cent of the first version's premium. */
  targetPercent: number;
  /** Rates the book again to find the factor; else it is the ratio only. */
  rateFactor: boolean;
  /** The place of a problem in the file. */
  unusable?: (issues: readonly IntakeIssue[]) => UnusableFile;
  crew?: CrewOptions;
}

export interface ImpactListener {
  /** The total number of risks, for each time that they are rated. */
  begin(total: number): void;
  /** Each rated risk; awaited, so that a slow reader slows the run down. */
  risk(risk: RatedRisk): Promise<void> | void;
  reached(done: number): void;
}

const mostIssues = 20;

/** Rates a book on every stage between two versions, and totals the changes. */
export async function runImpact(
  setup: RatingSetup,
  source: RiskSource,
  { targetPercent, rateFactor, unusable, crew: options }: ImpactOptions,
  listener: ImpactListener,
): Promise<Impact> {
  const crew = new RatingCrew(setup, options);
  const book = new BookImpact(setup.stages.stages, setup.by);
  let [risks, leftOut] = [0, 0];
  const issues: IntakeIssue[] = [];
  try {
    const count = await source.count();
    listener.begin(count);
    for await (const answer of crew.rated(source.jobs())) {
      issues.push(...answer.issues);
      if (issues.length >= mostIssues) break;
      for (const rated of answer.rated) {
        risks++;
        if (rated === null) leftOut++;
        else {
          book.add(rated);
          await listener.risk(rated);
        }
      }
      listener.reached(risks);
    }
    if (unusable && issues.length > 0) throw unusable(issues.slice(0, mostIssues));
    const report = book.report();
    const { before, after } = report.totals;
    const offBalance = offBalanceOf(before, after, targetPercent);
    if (offBalance && rateFactor) {
      offBalance.rated = await ratedFactor(offBalance, after, async (factor) => {
        listener.begin(risks);
        return premiumWith(factor, crew, source.jobs());
      });
    }
    return { ...report, noun: source.noun, risks, leftOut, offBalance };
  } finally {
    await crew.stop();
  }
}

async function premiumWith(
  factor: number,
  crew: RatingCrew,
  jobs: AsyncIterable<RatingJob>,
): Promise<number> {
  let total = 0;
  for await (const { premium } of crew.rated(withFactor(factor, jobs))) total += premium;
  return total;
}

async function* withFactor(factor: number, jobs: AsyncIterable<RatingJob>): AsyncGenerator<RatingJob> {
  for await (const job of jobs) yield { ...job, factor };
}
