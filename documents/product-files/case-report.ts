import type { CaseDifference, DifferingStep } from '../../domain/cases/differing-step.js';
import type { Place } from '../../domain/ground/located-yaml.js';
import type { CaseFileResult } from './case-files.js';

/** A case that does not give the quote it expects. */
export interface CaseFailure extends Place {
  file: string;
  case: string;
  differences: CaseDifference[];
  /** The first step of the worksheet that leads to a difference; null if none does. */
  step: DifferingStep | null;
}

/** The cases of a product, and how they came out. */
export interface CaseReport {
  cases: number;
  passed: number;
  failures: CaseFailure[];
}

export function caseReport(ran: readonly CaseFileResult[]): CaseReport {
  const all = ran.flatMap(({ file, results }) => results.map((result) => ({ file, ...result })));
  const failures = all
    .filter(({ passed }) => !passed)
    .map(({ file, name, place, differences, step }) => ({ file, ...place, case: name, differences, step }));
  return { cases: all.length, passed: all.length - failures.length, failures };
}
