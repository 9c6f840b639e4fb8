import { beforeAll, describe, expect, it } from 'vitest';
import { startOf } from '../../../domain/ground/calendar.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import type { ProductDefinition } from '../../../domain/product/definition.js';
import { withIncludes } from '../../../domain/product/file/includes.js';
import { parseProductFile } from '../../../domain/product/file/parsed-file.js';
import { readProductFile } from '../../../domain/product/file/product-file.js';
import { rerateOn } from '../../../domain/rerating/rerate.js';
import { homeownersFiles } from '../../support/homeowners/files.js';
import {
  constructions,
  deductibles,
  filingsOf,
  protection,
  stateCodes,
} from '../../support/homeowners/states.js';
import { randomFrom } from '../../support/random.js';

interface Home {
  state: string;
  day: string;
  insured: number;
  construction: (typeof constructions)[number];
  protection: number;
  deductible: string;
  claims: number;
}

/** An exact fraction. */
type Fraction = [bigint, bigint];
const whole = (number: number): Fraction => [BigInt(number), 1n];
const times = (a: Fraction, b: Fraction): Fraction => [a[0] * b[0], a[1] * b[1]];
const plus = (a: Fraction, b: Fraction): Fraction => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]];
const over = (number: number, by: bigint): Fraction => [BigInt(number), by];
/** To so many parts of one, halves up; of an amount that is not negative. */
const rounded = ([top, bottom]: Fraction, parts: bigint) => (2n * top * parts + bottom) / (2n * bottom);

/** The quote by the filings, calculated without the product. */
function byHand({ state, day, insured, construction, protection: of, deductible, claims }: Home) {
  const filing = filingsOf(state).find(
    ({ from, until }) => from <= day && (until === undefined || day < until),
  );
  if (filing === undefined) throw new Error(`no filing of ${state} on ${day}`);
  const {
    rates,
    classTen,
    expense = 35,
    tax,
    referredClaims = 4,
    wind = 1000,
    mostInsured = 2_000_000,
  } = filing;
  if (insured > mostInsured) return 'DECLINED';
  const factor = of === 10 ? (classTen ?? 1720) : (protection[of - 1] ?? 0);
  const dwelling = [
    over(rates[construction], 100n),
    over(factor, 1000n),
    over(deductibles[deductible] ?? 0, 1000n),
  ].reduce(times, over(insured, 1000n));
  const charged = plus(times(dwelling, over(wind, 1000n)), whole(expense));
  const isBelow = charged[0] < 250n * charged[1];
  const premium = isBelow ? 250n : rounded(charged, 1n);
  const ofTax = tax === undefined ? [] : [`PREMIUM_TAX ${rounded([premium * BigInt(tax), 10_000n], 100n)}`];
  return [premium, 'POLICY_FEE 1000', ...ofTax, claims >= referredClaims ? 'REFERRED' : 'QUOTED'].join(' ');
}

const answersOf = (home: Home): AnswerMap =>
  Object.fromEntries(
    Object.entries({
      'client.name': 'Ada',
      'client.state': home.state,
      'home.insured': String(home.insured),
      'home.construction': home.construction,
      'home.protection': String(home.protection),
      'home.deductible': home.deductible,
      'claims.count': String(home.claims),
    }).map(([qid, answer]) => [qid, { type: 'ANSWER' as const, qid, answer }]),
  );

describe('a homeowners product in 50 states by overlays', () => {
  let definition: ProductDefinition;

  beforeAll(() => {
    const [[, text = ''] = [], ...states] = homeownersFiles();
    const files = new Map(states.map(([file, written]) => [file, parseProductFile(written)]));
    const read = readProductFile(withIncludes(parseProductFile(text), files), 'YAML');
    expect(read.issues).toEqual([]);
    definition = read.definition!;
  }, 60_000);

  it('rates 1,000 random homes as exact fractions do', () => {
    const rerate = rerateOn({ compiled: compileProduct(definition) });
    const random = randomFrom(20_270_301);
    const one = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const homes = Array.from(
      { length: 1_000 },
      (_, index): Home => ({
        state: stateCodes[index % 50] ?? '',
        day: one(['2026-01-01', '2026-11-30', '2027-06-30', '2027-07-01', '2028-02-29']),
        insured: 50_000 + Math.floor(random() * 1_200_000),
        construction: one(constructions),
        protection: 1 + Math.floor(random() * 10),
        deductible: one(Object.keys(deductibles)),
        claims: Math.floor(random() * 6),
      }),
    );
    const quoted = homes.map((home) => {
      const rerating = rerate({
        actionId: '3a3a0c1e-4f6b-4e0a-9d0e-6c2a51f10003',
        actionType: 'IOI_RATING',
        effectiveDate: home.day,
        asRatingConfiguredAt: startOf(home.day),
        term: 'ANNUAL',
        intake: answersOf(home),
      });
      if (rerating.status !== 'RATED' || rerating.rating.outcome === 'DECLINED') return 'DECLINED';
      const { premium, taxesAndFees, requiresUnderwriterApproval } = rerating.rating;
      const cents = (amount: string) => amount.replace('.', '').replace(/^0+(?=\d)/, '');
      return [
        premium.replace('.00', ''),
        ...taxesAndFees.map(({ type, amount }) => `${type} ${cents(amount)}`),
        requiresUnderwriterApproval ? 'REFERRED' : 'QUOTED',
      ].join(' ');
    });
    expect(quoted).toEqual(homes.map(byHand));
    expect(new Set(quoted).size).toBeGreaterThan(500);
    expect(quoted.filter((quote) => quote === 'DECLINED').length).toBeGreaterThan(10);
  });
});
