import {
  type Impact,
  type ImpactListener,
  type ImpactOptions,
  runImpact,
} from '../../documents/impact/impact-run.js';
import type { RiskSource } from '../../documents/impact/risk-source.js';
import type { RatingSetup } from '../../domain/impact/rating-job.js';
import type { RatedRisk } from '../../domain/impact/risk.js';
import { type ProgressBar, progressBar } from '../ground/progress-bar.js';
import type { HoldingOptions } from '../products/what-holds.js';
import { riskHeading, riskLine } from './impact-csv.js';
import { type ImpactFiles, openRisks } from './impact-files.js';

/** The options of `product impact`. */
export interface ImpactCommandOptions extends ImpactFiles, HoldingOptions {
  against?: string;
  from?: string;
  /** True: as of today. */
  policies?: string | true;
  intakes?: string;
  effectiveDate?: string;
  action?: string;
  by?: string;
  parts: number;
  target?: number;
  offBalance?: true;
  risks?: string;
  quotes?: string;
  json?: boolean;
}

/** A book that was rated with two versions. */
export interface ComparedBook {
  /** What was compared, in one line. */
  title: string;
  impact: Impact;
  /** What was compared, for scripts. */
  described: object;
  /** The first risks, for the workbook. */
  risks: RatedRisk[];
}

const mostSheetRisks = 10_000;

/** Rates a book, with a progress bar, and writes a line for each risk if that is wanted. */
export async function compareBook(
  setup: RatingSetup,
  source: RiskSource,
  options: ImpactCommandOptions,
  { unusable, onRisk }: Pick<ImpactOptions, 'unusable'> & { onRisk?: ImpactListener['risk'] } = {},
): Promise<{ impact: Impact; risks: RatedRisk[] }> {
  const heading = riskHeading(setup.by.map(({ name }) => name));
  const file = await openRisks(options.risks, heading, riskLine);
  const risks: RatedRisk[] = [];
  let bar: ProgressBar | undefined;
  try {
    const impact = await runImpact(
      setup,
      source,
      {
        targetPercent: options.target ?? 0,
        rateFactor: options.offBalance === true || options.target !== undefined,
        unusable,
      },
      {
        begin: (total) => {
          bar?.end();
          bar = progressBar(total);
        },
        risk: async (risk) => {
          if (options.excel !== undefined && risks.length < mostSheetRisks) risks.push(risk);
          await onRisk?.(risk);
          await file.write(risk);
        },
        reached: (done) => bar?.reached(done),
      },
    );
    return { impact, risks };
  } finally {
    bar?.end();
    await file.end();
  }
}
