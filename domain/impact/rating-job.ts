import {
  type IntakeRules,
  type ReadIntake,
  type WrittenIntakeReader,
  writtenIntakeReader,
} from '../cases/read-intakes.js';
import { premiumRater, type RateRisk, riskRater } from './rate-risk.js';
import { isQuoted, type RatedRisk, type Risk } from './risk.js';
import type { SplitKey } from './split-value.js';
import type { Stages } from './stages.js';
import { withFactor } from './with-factor.js';

/** What every job of a run needs. Plain data, for threads. */
export interface RatingSetup {
  stages: Stages;
  by: SplitKey[];
  /** For written intakes. */
  intakes: IntakeRules | null;
}

/** An intake as it is written in a file, and its line there. */
export interface WrittenIntake {
  written: unknown;
  line: number;
}

/** A few risks to rate: read already, or as written in a file. */
export interface RatingJob {
  risks?: Risk[];
  written?: WrittenIntake[];
  /** Only the premium with this off-balance factor is wanted. */
  factor?: number;
}

export interface RatingAnswer {
  /** In the order of the job; null for a risk that no plan rates. Empty with a factor. */
  rated: (RatedRisk | null)[];
  /** With a factor: the premium in whole cents of the risks that are quoted. */
  premium: number;
  issues: IntakeIssue[];
}

export interface IntakeIssue {
  line: number;
  /** From the intake on. */
  path: readonly (string | number)[];
  message: string;
}

/** Does the jobs of a run, in any thread. */
export function ratingJobs(setup: RatingSetup): (job: RatingJob) => RatingAnswer {
  const read = setup.intakes && writtenIntakeReader(setup.intakes);
  let rate: RateRisk | undefined;
  let known: { factor: number; premium(risk: Risk): number } | undefined;
  return ({ risks = [], written = [], factor }) => {
    const issues: IntakeIssue[] = [];
    const all = [...risks, ...risksOf(written, read, issues)];
    if (factor === undefined) {
      rate ??= riskRater(setup.stages, setup.by);
      return { rated: issues.length > 0 ? [] : all.map(rate), premium: 0, issues };
    }
    if (known?.factor !== factor) known = { factor, premium: premiumWith(factor, setup) };
    const { premium } = known;
    return { rated: [], premium: all.reduce((sum, risk) => sum + premium(risk), 0), issues };
  };
}

/** Counts risks that both versions quote. */
function premiumWith(factor: number, { stages: { before, stages } }: RatingSetup): (risk: Risk) => number {
  const rateBefore = premiumRater(before);
  const rateAfter = premiumRater(withFactor(stages.at(-1)?.definition ?? before, factor));
  return (risk) => {
    const wasQuoted = risk.stored ? risk.stored.premium !== null : isQuoted(rateBefore(risk));
    const after = rateAfter(risk);
    return wasQuoted && isQuoted(after) ? after.premium : 0;
  };
}

function risksOf(
  written: readonly WrittenIntake[],
  readIntake: WrittenIntakeReader | null,
  issues: IntakeIssue[],
): Risk[] {
  if (readIntake === null) return [];
  return written.flatMap(({ written: content, line }) => {
    const report = (path: IntakeIssue['path'], message: string) => issues.push({ line, path, message });
    const read = readIntake(content, `line ${line}`, report);
    return read ? [riskOf(read)] : [];
  });
}

function riskOf({ name, action, ...rest }: ReadIntake): Risk {
  return { id: name, actionId: action.id, actionType: action.type, ...rest };
}
