import { ratingActionOf } from '../cases/rate-action.js';
import { Decimal } from '../expression/index.js';
import { startOf } from '../ground/calendar.js';
import { Cents, sumOfAmounts } from '../money/cents.js';
import type { CompiledProduct } from '../product/compile-product.js';
import type { ProductDefinition } from '../product/definition.js';
import { rerateOn } from '../rerating/rerate.js';
import { answersOf } from './answers.js';
import { givenTerm, termOfChange } from './changes.js';
import { premiumOfChange } from './priced-changes.js';
import type { BookChange, BookPolicy } from './records.js';

/** How the product rates the answers of a term that the book has a price of. */
export interface Comparison {
  outcome: 'EQUAL' | 'DIFFERENT' | 'NOT_RATED';
  field: string;
  /** The first difference, or why it is not rated; empty if the prices are equal. */
  message: string;
}

/** Rates the terms of a policy on the product as it is here, and compares the prices: by coverage, as far as the book names them. */
export function compareRatings(
  record: BookPolicy,
  policyId: string,
  product: { definition: ProductDefinition; compiled: CompiledProduct },
): Comparison[] {
  const action = ratingActionOf(product.definition, undefined);
  if (typeof action === 'string') return [];
  const rerate = rerateOn(product);
  const begunOn = record.changes[0]?.effectiveDate ?? '';
  return record.changes.flatMap((change, index): Comparison[] => {
    const { effectiveDate, answers } = change;
    // A renewal without answers goes on with those of the term before.
    if (!givenTerm(change) || answers === undefined) return [];
    const field = `changes[${index}]`;
    const rerating = rerate(
      {
        actionId: action.id,
        actionType: action.type,
        effectiveDate,
        asRatingConfiguredAt: startOf(effectiveDate),
        term: termOfChange(change, begunOn) ?? 'ANNUAL',
        intake: answersOf(answers, policyId),
      },
      { keepWorksheet: false, onlyWhereApplies: true },
    );
    if (rerating.status !== 'RATED') {
      return [{ outcome: 'NOT_RATED', field, message: 'the product offers no quote for its answers' }];
    }
    const { rating } = rerating;
    if (rating.outcome === 'DECLINED') {
      const why = rating.messages.map(({ message }) => message).join('; ');
      return [{ outcome: 'NOT_RATED', field, message: `the product declines it: ${why}` }];
    }
    const message = firstDifference(change, rating);
    return [{ outcome: message === '' ? 'EQUAL' : 'DIFFERENT', field, message }];
  });
}

interface Rated {
  premium: string;
  coverages: readonly { code: string; premium: string }[];
  taxesAndFees: readonly { type: string; amount: string }[];
}

function firstDifference(change: BookChange, rating: Rated): string {
  const given = new Map<string, string>();
  for (const { coverage, premium } of change.coverages) {
    given.set(coverage, sumOfAmounts([given.get(coverage) ?? '0', premium]));
  }
  const rated = new Map(rating.coverages.map(({ code, premium }) => [code, premium]));
  const codes = change.coverages.length === 0 ? [] : new Set([...given.keys(), ...rated.keys()]);
  for (const code of codes) {
    const [theirs = '0.00', ours = '0.00'] = [given.get(code), rated.get(code)];
    if (!isSame(theirs, ours)) {
      const missing = rated.has(code) ? '' : ', which has no such coverage';
      return `${code} is ${theirs}, by the product ${ours}${missing} (${difference(theirs, ours)})`;
    }
  }
  const premium = premiumOfChange(change);
  if (!isSame(premium, rating.premium)) {
    return `the premium is ${premium}, by the product ${rating.premium} (${difference(premium, rating.premium)})`;
  }
  const theirs = sumOfAmounts(change.taxesAndFees.map(({ amount }) => amount));
  const ours = sumOfAmounts(rating.taxesAndFees.map(({ amount }) => amount));
  return isSame(theirs, ours)
    ? ''
    : `taxes and fees are ${theirs}, by the product ${ours} (${difference(theirs, ours)})`;
}

const isSame = (a: string, b: string) => Decimal.of(a).equals(b);

function difference(theirs: string, ours: string): string {
  const amount = Cents.of(ours).minus(Cents.of(theirs)).toText();
  return amount.startsWith('-') ? amount : `+${amount}`;
}
