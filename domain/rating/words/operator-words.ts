import type { Logic, Operator } from '../../expression/index.js';
import { Decimal, isDate, isWrittenRatio, parseDecimal } from '../../expression/index.js';
import { isOfExpiring } from '../run/value-slots.js';
import { binds, type Phrase, phrase, readBy, type Speaker } from './phrase.js';
import { roundingWords } from './rounding-words.js';
import { listed, numberWords, plural, quoted } from './value-words.js';

/** The operators of checked expressions: those of plans, numbers, and tests for a missing value. */
type CheckedOperator = Operator | 'decimal' | 'known' | 'unknown';

type OperatorWords = (operands: readonly Logic[], speaker: Speaker) => Phrase;

/** Every operator in words. */
export const operatorWords: { readonly [operator in CheckedOperator]: OperatorWords } = {
  decimal: ([number]) =>
    isWrittenRatio(number)
      ? phrase(number, binds.quotient)
      : phrase(numberWords(Decimal.of(String(number))), binds.word),
  answer: ([qid], speaker) => phrase(answerOf(String(qid), speaker), binds.word),
  answered: ([qid], speaker) => phrase(`${answerOf(String(qid), speaker)} is answered`, binds.comparison),
  iterations: ([loop], { iteration }) => phrase(`the number of ${plural(iteration(String(loop)))}`),
  value: ([name], { value }) => phrase(value(String(name)), binds.word),

  '+': sign('+', 'sum'),
  '-': (operands, speaker) =>
    operands.length === 1
      ? phrase(`−${speaker.say(operands[0] ?? null, binds.quotient)}`)
      : minus(operands, speaker),
  '*': sign('×', 'product'),
  '/': (operands, speaker) =>
    operands.length === 1
      ? phrase(`1 ÷ ${speaker.say(operands[0] ?? null, binds.quotient)}`, binds.quotient)
      : by(operands, speaker),
  '%': words((a, b) => `the remainder of ${a} divided by ${b}`),
  min: extreme('the lower of', 'the lowest of'),
  max: extreme('the higher of', 'the highest of'),
  abs: words((a) => `the amount of ${a} without its sign`),
  power: words((a, b) => `${a} to the power of ${b}`),
  round: ([amount = null, digits, mode = 'HALF_UP'], { say }) => {
    const places = digits === undefined ? 0 : literalNumber(digits);
    const how =
      places === null ? `rounded to ${say(digits ?? null)} digits` : roundingWords(places, String(mode));
    return phrase(`${say(amount, binds.phrase)} ${how}`);
  },

  '<': comparison('is less than', 'is before', 'is more than', 'is after'),
  '<=': comparison('is at most', 'is on or before', 'is at least', 'is on or after'),
  '>': comparison('is more than', 'is after', 'is less than', 'is before'),
  '>=': comparison('is at least', 'is on or after', 'is at most', 'is on or before'),
  '==': equality('is'),
  '!=': equality('is not'),
  known: ([tested = null], { say }) =>
    phrase(`${say(tested, binds.comparison)} is ${given(tested)}`, binds.comparison),
  unknown: ([tested = null], { say }) =>
    phrase(`${say(tested, binds.comparison)} is not ${given(tested)}`, binds.comparison),
  in: membership,
  and: joined('and'),
  or: joined('or'),
  '!': negation,
  '!!': ([tested = null], { test }) => phrase(test(tested), binds.comparison),
  if: choice,
  '??': (operands, { say }) => {
    const [first = '', ...others] = operands.map((operand) => say(operand, binds.phrase));
    const without = `or, if that is not ${given(operands[0] ?? null)},`;
    return phrase([first, ...others.map((other) => `${without} ${other}`)].join(', '));
  },

  cat: (operands, { say }) => {
    const written = operands.filter((operand) => typeof operand !== 'string' || operand.trim() !== '');
    return phrase(
      listed(
        written.map((operand) => say(operand, binds.phrase)),
        'then',
      ),
    );
  },
  substr: partOfText,
  length: words((a) => `the length of ${a}`),
  yearsBetween: words((a, b) => `the whole years from ${a} to ${b}`),
  monthsBetween: words((a, b) => `the whole months from ${a} to ${b}`),
  daysBetween: words((a, b) => `the days from ${a} to ${b}`),
  proRata: words(
    (from, to, start, end) => `the share of the days from ${start} to ${end} that lie from ${from} to ${to}`,
  ),
  year: words((a) => `the year of ${a}`),
  month: words((a) => `the month of ${a}`),
  day: words((a) => `the day of the month of ${a}`),
};

/** A question's text; one that each iteration answers says of what. */
function answerOf(qid: string, { question, questions, iteration }: Speaker): string {
  const loop = questions.get(qid)?.loop ?? null;
  return `${quoted(question(qid))}${loop === null ? '' : ` of the ${iteration(loop)}`}`;
}

/** Words around the operands, in their order. */
function words(around: (...operands: string[]) => string): OperatorWords {
  return (operands, { say }) => phrase(around(...operands.map((operand) => say(operand, binds.phrase))));
}

/** Operands with a sign between them. */
function sign(written: string, bound: 'sum' | 'product'): OperatorWords {
  return (operands, { say }) => {
    const [only = null] = operands;
    if (operands.length === 1) return phrase(say(only), binds.phrase);
    return phrase(operands.map((operand) => say(operand, binds[bound])).join(` ${written} `), binds[bound]);
  };
}

/** Only the first operand of a difference or a quotient may be one itself. */
const minus = leftToRight('−', 'sum', 'difference');
const by = leftToRight('÷', 'product', 'quotient');

function leftToRight(written: string, left: keyof typeof binds, right: keyof typeof binds): OperatorWords {
  return ([first = null, ...others], { say }) => {
    const parts = [say(first, binds[left]), ...others.map((operand) => say(operand, binds[right]))];
    return phrase(parts.join(` ${written} `), binds[left]);
  };
}

function extreme(ofTwo: string, ofMore: string): OperatorWords {
  return (operands, { say }) => {
    const [only = null] = operands;
    if (operands.length === 1) return phrase(say(only), binds.phrase);
    const items = operands.map((operand) => say(operand, binds.phrase));
    return phrase(`${items.length === 2 ? ofTwo : ofMore} ${listed(items)}`);
  };
}

/** A comparison of two operands, or of one in the middle with a lower and an upper one. */
function comparison(than: string, ofDates: string, reversed: string, datesReversed: string): OperatorWords {
  return ([a = null, b = null, c], speaker) => {
    const { say, beside } = speaker;
    const dates = [a, b, c].some((operand) => isDateIn(operand, speaker));
    const upper = dates ? ofDates : than;
    if (c === undefined) return phrase(`${beside(a, b)} ${upper} ${beside(b, a)}`, binds.comparison);
    const middle = say(b, binds.comparison);
    const lower = dates ? datesReversed : reversed;
    return phrase(`${middle} ${lower} ${beside(a, b)} and ${upper} ${beside(c, b)}`, binds.and);
  };
}

function equality(is: string): OperatorWords {
  return ([a = null, b = null], { beside }) =>
    phrase(`${beside(a, b)} ${is} ${beside(b, a)}`, binds.comparison);
}

function membership(
  [item = null, list = null]: readonly Logic[],
  { say, beside, questions }: Speaker,
): Phrase {
  if (Array.isArray(list)) {
    const items = list.map((member) => beside(member, item));
    return phrase(`${say(item, binds.comparison)} is ${listed(items, 'or')}`, binds.comparison);
  }
  const read = readBy(list);
  const chosen = read?.operator === 'answer' && questions.get(read.name)?.answerType === 'MULTI_SELECT';
  const includes = chosen ? 'includes' : 'contains';
  return phrase(`${say(list, binds.comparison)} ${includes} ${beside(item, list)}`, binds.comparison);
}

function joined(word: 'and' | 'or'): OperatorWords {
  return (operands, { test }) => {
    const [only = null] = operands;
    if (operands.length === 1) return phrase(test(only), binds.comparison);
    const items = operands.map((operand) => test(operand, binds[word]));
    return phrase(items.join(items.length > 2 ? `, ${word} ` : ` ${word} `), binds[word]);
  };
}

/** The comparison that holds where another one does not. */
const opposites: ReadonlyMap<string, CheckedOperator> = new Map([
  ['<', '>='],
  ['<=', '>'],
  ['>', '<='],
  ['>=', '<'],
  ['==', '!='],
  ['!=', '=='],
  ['known', 'unknown'],
  ['unknown', 'known'],
]);

/** Nobody answers what the expiring term was: it is known, or there is none. */
function given(tested: Logic): string {
  const read = readBy(tested);
  return read?.operator === 'value' && isOfExpiring(read.name) ? 'known' : 'answered';
}

function negation([tested = null]: readonly Logic[], speaker: Speaker): Phrase {
  const [entry] = operationsIn(tested);
  const opposite = opposites.get(entry?.[0] ?? '');
  const read = readBy(tested);
  if (entry && opposite && entry[1].length < 3) return operatorWords[opposite](entry[1], speaker);
  if (read?.operator === 'answered') return operatorWords.unknown([{ answer: [read.name] }], speaker);
  if (read) return phrase(`${speaker.say(tested)} is no`, binds.comparison);
  return phrase(`it is not so that ${speaker.test(tested, binds.comparison)}`, binds.comparison);
}

/** Pairs of a condition and a result, and what else applies. */
function choice(operands: readonly Logic[], { say, test }: Speaker): Phrase {
  const parts: string[] = [];
  let rest = operands;
  while (rest.length > 1) {
    const [condition = null, then = null, ...others] = rest;
    parts.push(`${say(then, binds.choice)} if ${test(condition)}`);
    rest = others;
  }
  const [otherwise = null] = rest;
  if (otherwise !== null) parts.push(`otherwise ${say(otherwise, binds.choice)}`);
  return phrase(parts.join('; '), binds.choice);
}

function partOfText([text = null, from = null, length]: readonly Logic[], { say }: Speaker): Phrase {
  const whole = say(text, binds.phrase);
  const [start, count] = [literalNumber(from), length === undefined ? null : literalNumber(length)];
  if (start === 0 && count !== null && count > 0) {
    return phrase(`the first ${count === 1 ? 'character' : `${count} characters`} of ${whole}`);
  }
  if (start !== null && start < 0 && length === undefined) {
    return phrase(`the last ${start === -1 ? 'character' : `${-start} characters`} of ${whole}`);
  }
  const upTo = length === undefined ? '' : `, of length ${say(length, binds.phrase)}`;
  return phrase(`the part of ${whole} after its first ${say(from, binds.phrase)} characters${upTo}`);
}

/** The number of a constant; null if it has to be computed. */
function literalNumber(logic: Logic): number | null {
  const written = readDecimal(logic);
  return written === null ? null : Number(written);
}

function readDecimal(logic: Logic): string | null {
  if (typeof logic === 'string') return parseDecimal(logic)?.toFixed() ?? null;
  if (logic === null || typeof logic !== 'object' || Array.isArray(logic)) return null;
  const written = logic.decimal?.[0];
  if (typeof written === 'string') return written;
  const inner = logic['-']?.[0];
  const negated = inner === undefined ? null : readDecimal(inner);
  return negated === null ? null : `-${negated}`;
}

function isDateIn(operand: Logic | undefined, { questions }: Pick<Speaker, 'questions'>): boolean {
  if (typeof operand === 'string') return isDate(operand);
  const read = readBy(operand);
  if (read?.operator === 'value') return ['effectiveDate', 'expirationDate', 'today'].includes(read.name);
  return read?.operator === 'answer' && questions.get(read.name)?.answerType === 'DATE';
}

function operationsIn(logic: Logic): [operator: string, operands: Logic[]][] {
  return logic === null || typeof logic !== 'object' || Array.isArray(logic) ? [] : Object.entries(logic);
}
