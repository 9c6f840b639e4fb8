import { Decimal, parseAnswer } from '../../expression/index.js';
import { canonicalJson } from '../../ground/canonical-json.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { answerLimits } from '../../intake/answers.js';
import { readDateBound } from '../../questions/bounds.js';
import { questionsNamed } from '../../questions/iteration-names.js';
import type { Question } from '../../questions/line.js';
import { type QuestionTypes, questionTypesOf } from '../../questions/question-types.js';
import type { ProductDefinition } from '../definition.js';
import { lintCondition } from './lint-conditions.js';
import { linesOf, type PlacedLine, type PlacedQuestion, questionsOf } from './lint-walk.js';

const numberTypes: ReadonlySet<Question['answerType']> = new Set(['NUMBER', 'MONEY', 'PERCENT']);
const choiceTypes: ReadonlySet<Question['answerType']> = new Set(['SELECT', 'MULTI_SELECT']);

/** Checks questions: duplicates, bounds, choices, default answers and display conditions. */
export function lintQuestions({ product }: ProductDefinition): LintIssue[] {
  const types = questionTypesOf(product);
  const asking = [...linesOf(product)].filter(({ asks }) => asks);
  const asked = new Map<string, string>();
  return asking.flatMap((line) => [
    ...repeatedQuestions(line),
    ...differingQuestions(line, asked),
    ...[...questionsOf(line)].flatMap((placed) => lintQuestion(placed, types)),
  ]);
}

function repeatedQuestions(line: PlacedLine): LintIssue[] {
  const seen = new Set<string>();
  return [...questionsOf(line)].flatMap(({ question: { qid }, path }) => {
    if (seen.has(qid)) return [lintError([...path, 'qid'], `the line asks "${qid}" twice`)];
    seen.add(qid);
    return [];
  });
}

/** Several lines may ask the same question, but it must be defined equally in all of them. */
function differingQuestions(line: PlacedLine, asked: Map<string, string>): LintIssue[] {
  return [...questionsOf(line)].flatMap(({ question, path, loop }) => {
    const meaning = meaningOf(question, loop);
    const elsewhere = asked.get(question.qid) ?? meaning;
    asked.set(question.qid, elsewhere);
    return elsewhere === meaning
      ? []
      : [lintError([...path, 'qid'], `"${question.qid}" is defined differently elsewhere`)];
  });
}

/** The parts of a question that affect its answer; the wording may differ. */
function meaningOf({ question: _wording, loop, ...meaning }: Question, within: string | null): string {
  return canonicalJson({ ...meaning, within, isLoop: loop !== undefined });
}

function lintQuestion({ question, path, loop }: PlacedQuestion, types: QuestionTypes): LintIssue[] {
  const issues = [
    ...lintLength(question, path),
    ...lintSpaces(question, path),
    ...lintBounds(question, path),
    ...lintNumeric(question, path),
    ...lintChoices(question, path),
    ...lintDefault(question, path),
    ...lintIterationOf(question, path, types),
    ...lintName(question, path),
  ];
  if (question.condition !== undefined) {
    const place = { path: [...path, 'condition'], types, loop, qid: question.qid };
    issues.push(...lintCondition(question.condition, place));
  }
  return issues;
}

/** A name is made of answers to the loop's own questions, and of at least one. */
function lintName({ qid, loop }: Question, path: LintIssue['path']): LintIssue[] {
  if (loop?.name === undefined) return [];
  const at = [...path, 'loop', 'name'];
  const own = loop.questions.map((each) => each.qid);
  const named = questionsNamed(loop.name);
  if (named.length === 0) {
    return [
      lintError(at, `names no question of its iterations: write its id in braces, as in "{${own[0]}}"`),
    ];
  }
  return named
    .filter((each) => !own.includes(each))
    .map((each) => lintError(at, `the loop "${qid}" does not ask "${each}"${suggestion(each, own)}`));
}

/** A space or a line break around an id or a choice, as after `|`, is part of it: nothing else would match it. */
function lintSpaces({ qid, answerChoices = [] }: Question, path: LintIssue['path']): LintIssue[] {
  const values = answerChoices.map((choice) => (typeof choice === 'string' ? choice : choice.value));
  const message = 'has a space or a line break at its beginning or end: leave it out';
  return [
    ...(qid === qid.trim() ? [] : [lintError([...path, 'qid'], message)]),
    ...values.flatMap((value, index) =>
      value === value.trim() ? [] : [lintError([...path, 'answerChoices', index], message)],
    ),
  ];
}

/** Answer maps refuse longer ids, so such a question could not be answered. */
function lintLength({ qid }: Question, path: LintIssue['path']): LintIssue[] {
  const most = answerLimits.qidLength;
  return qid.length > most ? [lintError([...path, 'qid'], `is longer than ${most} characters`)] : [];
}

function lintBounds(question: Question, path: LintIssue['path']): LintIssue[] {
  const { min, max, loop } = question;
  const issues = (['min', 'max'] as const).flatMap((name) => lintBound(question, name, path));
  if (issues.length === 0 && crossed(min, max)) {
    issues.push(lintError([...path, 'min'], `min ${min} is greater than max ${max}`));
  }
  if (loop?.maxIterations !== undefined && loop.minIterations > loop.maxIterations) {
    const text = `minIterations ${loop.minIterations} is greater than maxIterations ${loop.maxIterations}`;
    issues.push(lintError([...path, 'loop', 'minIterations'], text));
  }
  return issues;
}

const numericFields = ['min', 'max', 'decimals'] as const;

function lintNumeric(question: Question, path: LintIssue['path']): LintIssue[] {
  if (numberTypes.has(question.answerType)) return [];
  return numericFields.flatMap((field) => {
    if (question.answerType === 'DATE' && field !== 'decimals') return [];
    const message = `${field} has no effect on a ${question.answerType} question`;
    return question[field] === undefined ? [] : [lintWarning([...path, field], message)];
  });
}

function lintBound(question: Question, name: 'min' | 'max', path: LintIssue['path']): LintIssue[] {
  const { answerType, decimals } = question;
  const bound = question[name];
  if (bound === undefined) return [];
  const at = [...path, name];
  if (answerType === 'DATE') {
    if (typeof bound === 'string' && readDateBound(bound)) return [];
    const wanted = 'a date ("2020-01-31"), "effectiveDate - 16 years" or "today"';
    return [lintError(at, `${JSON.stringify(bound)} is not a date; a DATE question needs ${wanted}`)];
  }
  if (typeof bound === 'number') {
    if (decimals === undefined || Decimal.of(bound).decimalPlaces() <= decimals) return [];
    return [lintError(at, `${bound} has more decimals than an answer may have ("decimals": ${decimals})`)];
  }
  return [lintError(at, `"${bound}" is not a number; only a DATE question has a date as its ${name}`)];
}

/** Whether the lower bound is above the upper one. That of dates that depend on others cannot be known. */
function crossed(min: Question['min'], max: Question['max']): boolean {
  if (typeof min === 'number' && typeof max === 'number') return min > max;
  const [first, last] = [min, max].map((bound) => (typeof bound === 'string' ? readDateBound(bound) : null));
  if (!first || !last || first.base !== last.base) return false;
  const anyDay = '2026-01-01';
  return first.on(anyDay) > last.on(anyDay);
}

function lintChoices({ answerType, answerChoices }: Question, path: LintIssue['path']): LintIssue[] {
  const at = [...path, 'answerChoices'];
  if (!choiceTypes.has(answerType)) {
    return answerChoices ? [lintWarning(at, `choices have no effect on a ${answerType} question`)] : [];
  }
  if (!answerChoices?.length) return [lintError(at, `a ${answerType} question needs answerChoices`)];
  const values = answerChoices.map(choiceValue);
  return values.flatMap((value, index) =>
    values.indexOf(value) < index ? [lintError([...at, index], `the choice "${value}" is listed twice`)] : [],
  );
}

function lintDefault(question: Question, path: LintIssue['path']): LintIssue[] {
  const { answerType, answerChoices, defaultAnswer } = question;
  if (defaultAnswer === undefined) return [];
  const at = [...path, 'defaultAnswer'];
  const value = parseAnswer(defaultAnswer, answerType);
  if (value === null) return [lintError(at, `"${defaultAnswer}" is not a valid ${answerType} answer`)];
  if (!choiceTypes.has(answerType) || !answerChoices) return [];
  const known = new Set(answerChoices.map(choiceValue));
  const chosen = Array.isArray(value) ? value.map(String) : [defaultAnswer];
  return chosen
    .filter((choice) => !known.has(choice))
    .map((choice) => lintError(at, `"${choice}" is not one of the choices`));
}

function lintIterationOf(question: Question, path: LintIssue['path'], types: QuestionTypes): LintIssue[] {
  const { qid, iterationOf, answerType, loop } = question;
  if (iterationOf === undefined) return [];
  const at = [...path, 'iterationOf'];
  if (loop !== undefined) {
    return [lintError(at, `"${qid}" is a loop; give a question of its iterations "iterationOf"`)];
  }
  if (!types.get(iterationOf)?.isLoop) {
    const loops = [...types.values()].flatMap((type) => (type.isLoop ? [type.qid] : []));
    return [lintError(at, `no line asks the loop "${iterationOf}"${suggestion(iterationOf, loops)}`)];
  }
  return answerType === 'TEXT'
    ? []
    : [lintError(at, `only a TEXT question names an iteration, not a ${answerType} question`)];
}

function choiceValue(choice: string | { value: string }): string {
  return typeof choice === 'string' ? choice : choice.value;
}
