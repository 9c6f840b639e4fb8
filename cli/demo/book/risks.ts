import type { Term } from '../../../domain/ground/term.js';
import type { Answer, AnswerMap } from '../../../domain/intake/answers.js';
import { ratingOf } from '../../../domain/product/compile-product.js';
import { numberBound } from '../../../domain/questions/bounds.js';
import { withMarks } from './insured.js';
import type { BookProduct, BookQuestion } from './products.js';
import type { Random } from './random.js';

/** NAICS codes for products that ask for the code as text. */
const commonIndustries = '541511 541211 621210 722511 445110 531210 611691 561720 332710'.split(' ');
const mostAttempts = 60;

/**
 * Answers that the product quotes without a referral, with marks for the insured; undefined where no variation is
 * quoted. What is `known` of the client stays.
 */
export function riskOf(
  random: Random,
  product: BookProduct,
  { effectiveDate, known = {} }: { effectiveDate: string; known?: AnswerMap },
): AnswerMap | undefined {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const own = withMarks(varied(random, product, textOf(known, 'client.state')));
    const answers = Object.fromEntries(Object.entries(own).map(([qid, entry]) => [qid, known[qid] ?? entry]));
    const rating = rated(product, answers, effectiveDate);
    if (
      rating.outcome === 'QUOTED' &&
      !rating.requiresUnderwriterApproval &&
      !rating.requiresPolicyholderAcceptance
    ) {
      return answers;
    }
  }
  return undefined;
}

/** The answers of one question changed, as an endorsement changes them; nothing where no other answer was found. */
export function changedAnswer(
  random: Random,
  product: BookProduct,
  answers: AnswerMap,
): AnswerMap | undefined {
  const changeable = ({ qid }: Answer) =>
    !/^client\.|\.(state|address1|city|zipcode)$/.test(qid) && isVaried(product.questions.get(qid));
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const entry = random.pick(Object.values(answers));
    const own =
      entry.type === 'ANSWER' ? [entry] : entry.iterations.flatMap((one) => Object.values(one.answers));
    const candidates = own.filter(changeable);
    if (candidates.length === 0) continue;
    const { qid, answer } = random.pick(candidates);
    const question = product.questions.get(qid);
    const other = variedAnswer(random, { qid, answer, question, size: 0.7 + random.next() * 0.7, state: '' });
    if (other === answer) continue;
    const change = (one: Answer): Answer => (one.qid === qid ? { ...one, answer: other } : one);
    return { [entry.qid]: entry.type === 'ANSWER' ? change(entry) : eachAnswer(entry, change) };
  }
  return {};
}

export function termsOf({ version, action }: BookProduct): readonly Term[] {
  return ratingOf(version.compiled, action)?.terms ?? [];
}

export function textOf(answers: AnswerMap, qid: string): string {
  const entry = answers[qid];
  return entry?.type === 'ANSWER' ? entry.answer : '';
}

function rated({ version, action }: BookProduct, answers: AnswerMap, effectiveDate: string) {
  const rating = ratingOf(version.compiled, action);
  if (rating === undefined) throw new Error(`The action ${action.name} rates nothing.`);
  return rating.rate({ answers, effectiveDate, term: 'ANNUAL', keepWorksheet: false });
}

type Loop = Extract<AnswerMap[string], { type: 'LOOP' }>;

function eachAnswer(loop: Loop, change: (answer: Answer) => Answer): Loop {
  const iterations = loop.iterations.map((iteration) => ({
    ...iteration,
    answers: Object.fromEntries(
      Object.entries(iteration.answers).map(([qid, answer]) => [qid, change(answer)]),
    ),
  }));
  return { ...loop, iterations };
}

/**
 * The demo intake with varied sizes, choices and industry, in the client's state if it is known; a loop keeps its first
 * iteration.
 */
function varied(random: Random, product: BookProduct, knownState: string): AnswerMap {
  const size = random.size(1);
  const anyState = random.pick(choicesOf(product.questions.get('client.state')) ?? ['TX']);
  const state = knownState || anyState;
  const vary = ({ qid, answer }: Answer): Answer => {
    const question = product.questions.get(qid);
    return { type: 'ANSWER', qid, answer: variedAnswer(random, { qid, answer, question, size, state }) };
  };
  return Object.fromEntries(
    Object.entries(product.intake).map(([qid, entry]) => [
      qid,
      entry.type === 'ANSWER'
        ? vary(entry)
        : eachAnswer({ ...entry, iterations: entry.iterations.slice(0, 1) }, vary),
    ]),
  );
}

function variedAnswer(
  random: Random,
  given: { qid: string; answer: string; question: BookQuestion | undefined; size: number; state: string },
): string {
  const { qid, answer, question, size, state } = given;
  if (qid.endsWith('.state')) return state;
  if (qid === 'client.industry.naics') return random.pick(choicesOf(question) ?? commonIndustries);
  if (!isVaried(question)) return answer;
  if (question?.answerType === 'SELECT') {
    return random.chance(0.4) ? random.pick(choicesOf(question) ?? [answer]) : answer;
  }
  const value = Math.round(Number(answer) * size * (0.8 + random.next() * 0.4));
  const coarse = value > 10_000 ? Math.round(value / 1000) * 1000 : value;
  const least = numberBound(question?.min) ?? 0;
  return String(Math.max(least, Math.min(numberBound(question?.max) ?? coarse, coarse)));
}

const isVaried = (question: BookQuestion | undefined): boolean =>
  ['SELECT', 'MONEY', 'NUMBER'].includes(question?.answerType ?? '');

function choicesOf(question: BookQuestion | undefined): string[] | undefined {
  const choices = question?.answerChoices?.map((choice) =>
    typeof choice === 'string' ? choice : choice.value,
  );
  return choices && choices.length > 0 ? choices : undefined;
}
