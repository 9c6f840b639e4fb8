import type { CaseFailure, CaseReport } from '../../documents/product-files/case-report.js';
import type { DifferingStep } from '../../domain/cases/differing-step.js';
import { valueText } from '../../domain/rating/cells/value-text.js';

/** The cases that failed, one after another, and how many passed. */
export function caseLines(report: CaseReport): string[] {
  return [...report.failures.flatMap(failureLines), tallyText(report)];
}

/** `33 of 34 cases passed`. */
export function tallyText({ passed, cases }: Pick<CaseReport, 'cases' | 'passed'>): string {
  return `${passed} of ${countedCases(cases)} passed`;
}

/** `1 case`, `34 cases`. */
export function countedCases(count: number): string {
  return `${count} ${count === 1 ? 'case' : 'cases'}`;
}

function failureLines({
  file,
  line,
  column,
  case: name,
  differences,
  step,
  messages,
}: CaseFailure): string[] {
  return [
    `${file}:${line}:${column}: ${name}`,
    ...differences.map(({ key, expected, got }) => `  ${key}: expected ${expected}, got ${got ?? 'nothing'}`),
    ...messages.map(({ code, message }) => `  ${code}: ${message}`),
    ...(step === null ? [] : [`  first differing step: ${stepText(step)}`]),
  ];
}

function stepText({ number, component, section, step, did, after }: DifferingStep): string {
  const place = component === undefined ? section : `${component}, ${section}`;
  return `${number}  ${place}, "${step}": ${did} -> ${valueText(after)}`;
}
