import { Decimal, parseDecimal } from '../expression/index.js';
import type { Question } from '../questions/line.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, plural } from '../rating/words/value-words.js';
import { answeredNumber, choiceLabel } from '../rating/words/vocabulary.js';

type Asked = Omit<Question, 'loop'>;

/** The possible answers to a question, and its default: `an amount from $0 to $5,000,000`. */
export function answerText(question: Asked, words: PlanWords): string {
  const { defaultAnswer } = question;
  const possible = possibleAnswers(question, words);
  return defaultAnswer === undefined
    ? `${possible}.`
    : `${possible}. Default: ${singleAnswer(question, defaultAnswer, words)}.`;
}

/**
 * An answer as people write it: a label, an amount with its currency.
 * @param iterations names the iterations that answers refer to, by id.
 */
export function singleAnswer(
  { qid, answerType, iterationOf }: Pick<Asked, 'qid' | 'answerType' | 'iterationOf'>,
  answer: string,
  words: PlanWords,
  iterations: ReadonlyMap<string, string> = new Map(),
): string {
  if (iterationOf !== undefined) {
    return iterations.get(answer) ?? `${capital(words.iteration(iterationOf))} ${answer}`;
  }
  const label = choiceLabel(words, qid, answer) ?? answer;
  switch (answerType) {
    case 'MONEY':
    case 'NUMBER':
    case 'PERCENT': {
      const number = label === answer ? parseDecimal(answer) : null;
      return number === null ? label : answeredNumber(words, qid, number);
    }
    case 'BOOLEAN':
      return answer === 'true' ? 'Yes' : answer === 'false' ? 'No' : label;
    case 'MULTI_SELECT':
      return listedAnswers(answer)
        .map((one) => choiceLabel(words, qid, one) ?? one)
        .join(', ');
    case 'TEXT':
    case 'SELECT':
    case 'DATE':
      return label;
  }
}

function possibleAnswers(question: Asked, words: PlanWords): string {
  switch (question.answerType) {
    case 'TEXT':
      return question.iterationOf === undefined
        ? 'Text'
        : `One of the ${plural(words.iteration(question.iterationOf))}`;
    case 'SELECT':
      return `One of: ${choices(question)}`;
    case 'MULTI_SELECT':
      return `Any of: ${choices(question)}`;
    case 'BOOLEAN':
      return 'Yes or no';
    case 'NUMBER':
      return `${question.decimals === 0 ? 'Whole number' : 'Number'}${bounds(question, words)}`;
    case 'MONEY':
      return `Amount${bounds(question, words)}`;
    case 'PERCENT':
      return `Percentage${bounds(question, words)}`;
    case 'DATE':
      return `Date${bounds(question, words)}`;
  }
}

/** How often the questions of a loop are answered. */
export function iterationText(
  { minIterations, maxIterations }: NonNullable<Question['loop']>,
  one: string,
): string {
  if (maxIterations === undefined) {
    return minIterations > 0 ? `${minIterations} or more ${plural(one)}.` : `Any number of ${plural(one)}.`;
  }
  return `${minIterations} to ${maxIterations} ${plural(one)}.`;
}

/** The labels, with the codes that a filing knows a class by. */
function choices({ answerChoices = [] }: Asked): string {
  return answerChoices
    .map((choice) => (typeof choice === 'string' ? choice : labelWithCode(choice.value, choice.label)))
    .join('; ');
}

/** A label with its code, if the code is a number that the label does not tell: `Roofing (238160)`. */
export function labelWithCode(value: string, label: string): string {
  return /^\d+$/.test(value) && !/\d/.test(label) ? `${label} (${value})` : label;
}

function bounds({ answerType, qid, min, max, decimals }: Asked, words: PlanWords): string {
  const written = (bound: string | number) =>
    typeof bound === 'string'
      ? bound.replace('effectiveDate', 'the effective date').replace(' - ', ' less ').replace(' + ', ' plus ')
      : singleAnswer({ qid, answerType }, Decimal.of(bound).toFixed(), words);
  const digits = decimals === undefined || decimals === 0 ? '' : `, with up to ${decimals} decimals`;
  if (min !== undefined && max !== undefined) return ` from ${written(min)} to ${written(max)}${digits}`;
  if (min !== undefined) return `, at least ${written(min)}${digits}`;
  return max === undefined ? digits : `, at most ${written(max)}${digits}`;
}

function listedAnswers(answer: string): string[] {
  const text = answer.trim();
  if (!text.startsWith('[')) return text.split(',').map((one) => one.trim());
  const items: unknown = JSON.parse(text);
  return Array.isArray(items) ? items.map(String) : [text];
}
