import { z } from 'zod';
import type { OwnRatingAction } from '../actions/configured-action.js';
import { startOf } from '../ground/calendar.js';
import type { Path } from '../ground/located-yaml.js';
import { coverageDate } from '../ground/primitives.js';
import type { Term } from '../ground/term.js';
import { readWritten } from '../ground/written-issues.js';
import type { AnswerMap } from '../intake/answers.js';
import type { ProductDefinition } from '../product/definition.js';
import type { QuestionTypes } from '../questions/question-types.js';
import type { ExpiringValues } from '../rating/run/expiring.js';
import { productCase } from './case.js';
import { expandedAnswers } from './compact-answers.js';
import { checkExpiring } from './expiring-values.js';
import { ratingActionOf } from './rate-action.js';

/** A case without expectations: `expect` may be there, and is ignored. */
const intake = productCase.omit({ expect: true }).extend({
  name: z.string().optional(),
  effectiveDate: coverageDate.optional(),
  expect: z.unknown().optional(),
});

/** An intake that the product can rate. */
export interface ReadIntake {
  name: string;
  action: OwnRatingAction;
  effectiveDate: string;
  /** The start of the day of the event, which by default is the effective date. */
  asRatingConfiguredAt: Date;
  term: Term;
  intake: AnswerMap;
  expiring?: ExpiringValues | undefined;
}

export interface IntakeRules {
  definition: ProductDefinition;
  questions: QuestionTypes;
  /** For intakes without their own; null: each needs one. */
  effectiveDate: string | null;
  /** The name or id of the rating action for intakes that name none; by default the product's first. */
  action: string | undefined;
  /** The usual term of each rating action, by its id. */
  terms: Readonly<Record<string, Term>>;
  /** The values of the expiring term that plans read. */
  expiring: readonly string[];
}

/**
 * Reads an intake as a case is written. Each problem is reported with the path of its key; null if there is any.
 *
 * @param place names the intake if it has no name.
 */
export type WrittenIntakeReader = (
  written: unknown,
  place: string,
  report: (path: Path, message: string) => void,
) => ReadIntake | null;

/** Reads many intakes by the same rules. */
export function writtenIntakeReader(rules: IntakeRules): WrittenIntakeReader {
  const known = new Map<string | undefined, OwnRatingAction>();
  const actionOf = (wanted: string | undefined) => {
    const action = known.get(wanted) ?? ratingActionOf(rules.definition, wanted);
    if (typeof action !== 'string') known.set(wanted, action);
    return action;
  };
  return (written, place, report) => readIntake(written, place, { ...rules, actionOf }, report);
}

function readIntake(
  written: unknown,
  place: string,
  {
    questions,
    actionOf,
    ...usual
  }: IntakeRules & { actionOf(wanted: string | undefined): OwnRatingAction | string },
  report: (path: Path, message: string) => void,
): ReadIntake | null {
  const { data, issues } = readWritten(intake, written);
  if (data === undefined) {
    for (const { path, message } of issues) report(path, `${path.join('.')}: ${message}`);
    return null;
  }
  let isSound = true;
  const fault = (path: Path, message: string) => {
    isSound = false;
    report(path, message);
  };
  const { name = place, effectiveDate = usual.effectiveDate, today, term, expiring, answers } = data;
  if (effectiveDate === null) fault([], 'has no effectiveDate: add the column, or give --effective-date');
  const action = actionOf(data.action ?? usual.action);
  if (typeof action === 'string') fault(['action'], action);
  checkExpiring(expiring, usual.expiring, fault);
  const expanded = expandedAnswers(answers, questions, {
    seed: name,
    report: (path, message) => fault(['answers', ...path], message),
  });
  if (!isSound || effectiveDate === null || typeof action === 'string') return null;
  return {
    name,
    action,
    effectiveDate,
    asRatingConfiguredAt: startOf(today ?? effectiveDate),
    term: term ?? usual.terms[action.id] ?? 'ANNUAL',
    intake: expanded,
    expiring,
  };
}
