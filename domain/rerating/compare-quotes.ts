import type { Answer, AnswerMap } from '../intake/answers.js';
import { minorDigits } from '../money/currency.js';
import { causesOf } from '../rating/comparison/causes.js';
import {
  iterationNames,
  type MatchedLoop,
  matchLoops,
  withIterationsOf,
} from '../rating/comparison/iterations.js';
import { differing, type FieldDifference } from '../rating/comparison/line-difference.js';
import type { WaterfallStep } from '../rating/comparison/walk-chain.js';
import { type RatedSheet, waterfallOf } from '../rating/comparison/waterfall.js';
import { isOfExpiring } from '../rating/run/value-slots.js';
import type { QuoteToReplay } from './replay-quote.js';

export interface ComparableQuote extends QuoteToReplay {
  productVersionId: string;
}

/** A differing answer. */
export interface AnswerDifference extends FieldDifference {
  /** Of an answer in a loop: the iteration of A, or that of B which A lacks. */
  iterationId?: string;
}

/** A step that differs; amounts as decimal text. */
export interface ExplainedStep extends Omit<WaterfallStep, 'explains' | 'lines' | 'from'> {
  /** `locations #2`, if the step belongs to an iteration. */
  iteration?: string;
  explains: string | null;
  /** What later steps explain with its value, and what it explains itself; null without premiums. */
  carries: string | null;
  /** What begins here: the rest was carried by values that the step reads. These add up to the difference. */
  own: string | null;
}

export interface QuoteComparison {
  /** The differing inputs: version, action, effective date, term, loading in percent, values of the expiring term that were read. */
  givens: FieldDifference[];
  /** The differing answers; within a loop as `locations #2 location.area`. */
  answers: AnswerDifference[];
  outcomes: FieldDifference[];
  /** Absent if either quote has no premium; texts with the decimals of the currency. */
  amounts?: {
    premium: { a: string; b: string; difference: string };
    taxesAndFees: { a: string; b: string; difference: string };
    unexplained: string;
  };
  steps: ExplainedStep[];
}

/** Explains how quote `b` differs from quote `a`, in a currency: inputs, and step by step the effect on the premium. */
export function compareQuotes(a: ComparableQuote, b: ComparableQuote, currency: string): QuoteComparison {
  const digits = minorDigits(currency);
  const matched = matchLoops(a.intake, b.intake);
  const names = iterationNames(matched);
  const sheetOfB = withIterationsOf(matched, b.worksheet);
  const { steps, premium, charges, unexplained } = waterfallOf(
    sheetOf(a, a.worksheet),
    sheetOf(b, sheetOfB),
    digits,
  );
  const bothQuoted = a.premium !== null && b.premium !== null;
  const change = (of: typeof premium) => ({
    a: of.a.toFixed(digits),
    b: of.b.toFixed(digits),
    difference: of.b.minus(of.a).toFixed(digits),
  });
  return {
    givens: [
      ...differing('productVersionId', a.productVersionId, b.productVersionId),
      ...differing('actionId', a.actionId, b.actionId),
      ...differing('effectiveDate', a.effectiveDate, b.effectiveDate),
      ...differing('term', a.term, b.term),
      ...differing('loading', a.loading ?? null, b.loading ?? null),
      ...expiringDifferences(a, b),
    ],
    answers: answerDifferences(a.intake, b.intake, matched),
    outcomes: [
      ...differing('outcome', a.outcome, b.outcome),
      ...differing('messages', textsOf(a), textsOf(b)),
    ],
    ...(bothQuoted && {
      amounts: {
        premium: change(premium),
        taxesAndFees: change(charges),
        unexplained: unexplained.toFixed(digits),
      },
    }),
    steps: causesOf(steps, sheetOfB).map(
      ({ step: { explains, lines: _lines, from: _from, ...step }, carries, own }) => ({
        ...step,
        ...(step.iterationId !== undefined && {
          iteration: [...(step.within ?? []), step.iterationId].map((id) => names.get(id) ?? id).join(', '),
        }),
        explains: bothQuoted && explains !== null ? explains.toFixed(digits) : null,
        carries: bothQuoted ? carries.toFixed(digits) : null,
        own: bothQuoted ? own.toFixed(digits) : null,
      }),
    ),
  };
}

function expiringDifferences(a: ComparableQuote, b: ComparableQuote): FieldDifference[] {
  const [before, after] = [expiringRead(a), expiringRead(b)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => differing(name, before[name] ?? null, after[name] ?? null));
}

function expiringRead({ metadata }: ComparableQuote): Record<string, string> {
  const { rateMeta = {} } = metadata as { rateMeta?: Record<string, string> };
  return Object.fromEntries(Object.entries(rateMeta).filter(([name]) => isOfExpiring(name)));
}

function sheetOf({ premium, quoteDetails }: ComparableQuote, worksheet: RatedSheet['worksheet']): RatedSheet {
  const charges = quoteDetails?.premium.taxesAndFees ?? [];
  return {
    premium: premium ?? '0',
    taxesAndFees: charges.map(({ type, amount }) => ({ type, amount: String(amount) })),
    worksheet,
  };
}

function textsOf({ messages }: ComparableQuote): string[] {
  return messages.map(({ message }) => message);
}

function answerDifferences(a: AnswerMap, b: AnswerMap, matched: readonly MatchedLoop[]): AnswerDifference[] {
  return [
    ...mapDifferences(plainAnswers(a), plainAnswers(b), ''),
    ...matched.flatMap(({ loop, iterations }) =>
      iterations.flatMap((pair) => {
        const { number, iteration } = pair.a ?? pair.b;
        const [ofA, ofB] = [pair.a?.iteration.answers ?? {}, pair.b?.iteration.answers ?? {}];
        return mapDifferences(ofA, ofB, `${loop} #${number} `).map((each) => ({
          ...each,
          iterationId: iteration.iterationId,
        }));
      }),
    ),
  ];
}

function mapDifferences(
  a: Readonly<Record<string, Answer>>,
  b: Readonly<Record<string, Answer>>,
  prefix: string,
): FieldDifference[] {
  const qids = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return qids.flatMap((qid) => differing(`${prefix}${qid}`, textOf(a, qid), textOf(b, qid)));
}

function textOf(answers: Readonly<Record<string, Answer>>, qid: string): string | null {
  return Object.hasOwn(answers, qid) ? (answers[qid]?.answer ?? null) : null;
}

function plainAnswers(answers: AnswerMap): Record<string, Answer> {
  const plain = Object.entries(answers).flatMap(([qid, entry]) =>
    entry.type === 'ANSWER' ? [[qid, entry] as const] : [],
  );
  return Object.fromEntries(plain);
}
