import type { CaseDifference, DifferingStep } from '../../domain/cases/differing-step.js';
import type { Place } from '../../domain/ground/located-yaml.js';
import { iterationNames, messageText } from '../../domain/worksheet/iteration-names.js';
import type { CaseFileResult } from './case-files.js';

/** A case that does not give the quote it expects. */
export interface CaseFailure extends Place {
  file: string;
  case: string;
  differences: CaseDifference[];
  /** The first step of the worksheet that leads to a difference; null if none does. */
  step: DifferingStep | null;
  /** The first messages of the quote. */
  messages: { code: string; message: string }[];
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
    .map(({ file, name, place, differences, step, intake, messages }) => {
      const nameOf = iterationNames(intake);
      const told = messages.map((message) => ({ code: message.code, message: messageText(message, nameOf) }));
      return { file, ...place, case: name, differences, step, messages: told };
    });
  return { cases: all.length, passed: all.length - failures.length, failures };
}
