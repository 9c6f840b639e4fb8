import type { CaseFileResult } from '../../documents/product-files/case-files.js';
import type { DifferingStep } from '../../domain/cases/differing-step.js';
import type { CaseResult } from '../../domain/cases/run-cases.js';
import { valueText } from '../../domain/rating/cells/value-text.js';

/** The cases that failed, one after another, and how many passed. */
export function caseLines(ran: readonly CaseFileResult[]): string[] {
  return [...failedCaseLines(ran), tallyText(ran)];
}

function failedCaseLines(ran: readonly CaseFileResult[]): string[] {
  return ran.flatMap(({ file, results }) =>
    results.filter(({ passed }) => !passed).flatMap((result) => failureLines(file, result)),
  );
}

/** `33 of 34 cases passed`. */
export function tallyText(ran: readonly CaseFileResult[]): string {
  const { passed, cases } = tallyOf(ran);
  return `${passed} of ${countedCases(cases)} passed`;
}

/** `1 case`, `34 cases`. */
export function countedCases(count: number): string {
  return `${count} ${count === 1 ? 'case' : 'cases'}`;
}

export function tallyOf(ran: readonly CaseFileResult[]): { cases: number; passed: number } {
  const results = ran.flatMap((one) => one.results);
  return { cases: results.length, passed: results.filter(({ passed }) => passed).length };
}

/** The cases for scripts. */
export function describedCases(ran: readonly CaseFileResult[]) {
  const failures = ran.flatMap(({ file, results }) =>
    results
      .filter(({ passed }) => !passed)
      .map(({ name, place, differences, step }) => ({ file, ...place, case: name, differences, step })),
  );
  return { ...tallyOf(ran), failures };
}

function failureLines(file: string, { name, place, differences, step }: CaseResult): string[] {
  return [
    `${file}:${place.line}:${place.column}: ${name}`,
    ...differences.map(({ key, expected, got }) => `  ${key}: expected ${expected}, got ${got ?? 'nothing'}`),
    ...(step === null ? [] : [`  first differing step: ${stepText(step)}`]),
  ];
}

function stepText({ number, component, section, step, did, after }: DifferingStep): string {
  const place = component === undefined ? section : `${component}, ${section}`;
  return `${number}  ${place}, "${step}": ${did} -> ${valueText(after)}`;
}
