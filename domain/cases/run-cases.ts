import { Decimal } from '../expression/index.js';
import type { Place } from '../ground/located-yaml.js';
import { decimalString } from '../ground/primitives.js';
import type { AnswerMap } from '../intake/answers.js';
import { exactText } from '../money/amount-text.js';
import { sumOfAmounts } from '../money/cents.js';
import type { QuoteMessage } from '../rating/run/result.js';
import type { CaseOutcome, Expectation } from './case.js';
import { type CaseDifference, type DifferingStep, firstDifferingStep } from './differing-step.js';
import { type RateableProduct, type RatedCase, rateAction } from './rate-action.js';
import type { ReadCase } from './read-cases.js';

export interface CaseResult {
  name: string;
  place: Place;
  /** The outcome that it expects. */
  outcome: CaseOutcome | undefined;
  effectiveDate: string;
  intake: AnswerMap;
  passed: boolean;
  differences: CaseDifference[];
  /** The first step of the worksheet that leads to a difference; null if none does. */
  step: DifferingStep | null;
  /** The first messages of the quote, if the case failed. */
  messages: QuoteMessage[];
}

/** The most messages of a quote that a failed case tells. */
const mostMessages = 5;

/** Rates each case and compares the quote with what the case expects. */
export function runCases(product: RateableProduct, cases: readonly ReadCase[]): CaseResult[] {
  return cases.map(({ name, place, action, expect, ...asked }) => {
    const { intake, effectiveDate } = asked;
    const about = { name, place, outcome: expect.outcome, effectiveDate, intake };
    const differences = differencesOf(expect, rateAction(product, action, asked, { keepWorksheet: false }));
    if (differences.length === 0) return { ...about, passed: true, differences, step: null, messages: [] };
    const rated = rateAction(product, action, asked);
    const messages = rated.messages.slice(0, mostMessages);
    return { ...about, passed: false, differences, step: firstDifferingStep(rated, differences), messages };
  });
}

function differencesOf(expect: Expectation, rated: RatedCase): CaseDifference[] {
  const { outcome, premium, taxesAndFees, total, values = {}, messages } = expect;
  const charged = (type: string) => {
    const ofType = rated.taxesAndFees.filter((charge) => charge.type === type);
    return ofType.length === 0 ? null : sumOfAmounts(ofType.map(({ amount }) => amount));
  };
  return [
    ...different('outcome', outcome, rated.outcome),
    ...different('premium', premium, rated.premium),
    ...(typeof taxesAndFees === 'object'
      ? Object.entries(taxesAndFees).flatMap(([type, amount]) =>
          different(`taxesAndFees.${type}`, amount, charged(type)),
        )
      : different('taxesAndFees', taxesAndFees, charges(rated))),
    ...different('total', total, rated.total),
    ...Object.entries(values).flatMap(([name, value]) =>
      different(
        `values.${name}`,
        value,
        Object.hasOwn(rated.values, name) ? (rated.values[name] ?? null) : null,
      ),
    ),
    ...(messages === undefined ? [] : messageDifferences(messages, rated)),
  ];
}

function charges({ total, premium }: RatedCase): string | null {
  return total === null || premium === null ? null : exactText(Decimal.of(total).minus(premium));
}

/** A message is expected by its code, or by the id of its underwriting rule. */
function messageDifferences(expected: readonly string[], { messages }: RatedCase): CaseDifference[] {
  const got = messages.map(({ code, rule }) => (rule !== undefined && expected.includes(rule) ? rule : code));
  const listed = (names: readonly string[]) => [...names].sort().join(', ') || 'none';
  return different('messages', listed(expected), listed(got));
}

function different(key: string, expected: string | undefined, got: string | null): CaseDifference[] {
  if (expected === undefined || (got !== null && isSame(expected, got))) return [];
  return [{ key, expected, got }];
}

/** Numbers are compared by value: 250 is 250.00. */
function isSame(expected: string, got: string): boolean {
  if (expected === got) return true;
  const areNumbers = [expected, got].every((text) => decimalString.safeParse(text).success);
  return areNumbers && Decimal.of(expected).equals(got);
}
