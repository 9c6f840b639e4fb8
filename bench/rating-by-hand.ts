import { Decimal } from 'decimal.js';
import type { AnswerMap } from '../domain/intake/answers.js';
import type { ProductDefinition } from '../domain/product/definition.js';

/** The result of the plan and of its competitors. */
export interface HandRated {
  premium: string;
  coverages: { code: string; premium: string }[];
  taxesAndFees: { type: string; amount: string }[];
}

const Dec = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_EVEN });
type Row = ProductDefinition['tables'][string]['rows'][number];
type Answers = AnswerMap | Record<string, AnswerMap[string]>;

/**
 * The standard plan of `general-liability` as a programmer would write it in TypeScript for an annual policy,
 * without an engine: numbers from the product's tables, kept as decimals in maps and lists made for each. It
 * checks no answer, explains nothing and rates valid answers only.
 */
export function rateByHand(tables: ProductDefinition['tables']): (answers: AnswerMap) => HandRated {
  const rows = (name: string) => tables[name]?.rows ?? [];
  const byKey = (name: string, width = 1) =>
    new Map(rows(name).map((row) => [row.slice(0, width).join('|'), row.slice(width).map(decimalOrText)]));
  const ranges = (name: string, width = 1) =>
    rows(name).map((row) => ({ ends: row.slice(0, width).map(endsOf), value: decimal(row[width]) }));
  const [classes, states, settings] = [byKey('classCodes'), byKey('states'), byKey('settings', 2)];
  const [interests, limits, deductibles] = [byKey('interests'), byKey('limits', 2), byKey('deductibles')];
  const [rented, medical, minimums] = [byKey('rentedPremises'), byKey('medical'), byKey('minimumPremiums')];
  const [experience, years, alcohol] = [
    ranges('experience', 2),
    ranges('yearsInBusiness'),
    ranges('alcohol'),
  ];
  const [drivers, size, breach] = [
    ranges('hiredAuto'),
    curves(rows('exposureSize')),
    curves(rows('dataBreach')),
  ];
  const sellsAlcohol = new Set(['445110', '722410', '722511', '722513']);

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a plan from top to bottom, as one writes it by hand
  return (answers) => {
    const naics = text(answers, 'client.industry.naics');
    const klass = classes.get(naics) ?? [];
    const [hazard, basis] = [String(klass[1]), String(klass[2])];
    const entry = answers.locations;
    const locations = entry?.type === 'LOOP' ? entry.iterations : [];
    const claims = number(answers, 'claims.count');
    const incurred = claims.greaterThan(0) ? number(answers, 'claims.incurred') : zero;
    const limit = text(answers, 'coverage.limit');
    const factors = limits.get(`${limit}|${hazard}`) ?? limits.get(`${limit}|*`) ?? [];
    const risk = decimal(deductibles.get(text(answers, 'coverage.deductible'))?.[0])
      .times(inRange(experience, claims, incurred))
      .times(inRange(years, number(answers, 'business.yearsInBusiness')));

    let [revenue, premises, products] = [zero, zero, zero];
    const most = basis === 'PAYROLL' ? 5000 : basis === 'REVENUE' ? 10_000 : 100;
    const exposure = `location.${basis.toLowerCase()}`;
    for (const { answers: own } of locations) {
      revenue = revenue.plus(number(own, 'location.revenue'));
      const units = number(own, exposure).dividedBy(1000);
      const [state, setting] = [text(own, 'location.state'), text(own, 'location.setting') || 'SUBURBAN'];
      const territory = settings.get(`${state}|${setting}`) ?? settings.get(`*|${setting}`) ?? [];
      const rated = units
        .times(onCurve(size.get(basis) ?? [], Dec.min(units, most)))
        .times(decimal(territory[0]));
      const factor = states.get(state) ?? [];
      premises = premises.plus(
        rated
          .times(decimal(klass[3]))
          .times(decimal(factor[0]))
          .times(decimal(interests.get(text(own, 'location.interest'))?.[0])),
      );
      products = products.plus(rated.times(decimal(klass[4])).times(decimal(factor[1])));
    }
    if (yes(answers, 'operations.subcontractors')) {
      const rate = yes(answers, 'operations.certificatesCollected') ? 1.6 : 5.4;
      premises = premises.plus(number(answers, 'operations.subcontractedCost').dividedBy(1000).times(rate));
    }
    if (sellsAlcohol.has(naics)) {
      premises = premises.times(inRange(alcohol, number(answers, 'operations.alcoholShare')));
    }
    const amounts: [string, Decimal][] = [];
    premises = dollars(premises.times(decimal(factors[2])).times(risk));
    amounts.push(['PREMISES', premises]);
    const withProducts = text(answers, 'coverage.products') !== 'false';
    products = dollars(products.times(decimal(factors[3])).times(risk));
    if (withProducts) amounts.push(['PRODUCTS', products]);
    const share = decimal(rented.get(text(answers, 'coverage.rentedPremisesLimit') || '100000')?.[0]);
    amounts.push(['RENTED_PREMISES', dollars(premises.times(share))]);
    const medicalLimit = text(answers, 'coverage.medicalLimit') || '5000';
    if (medicalLimit !== 'EXCLUDED') {
      amounts.push(['MEDICAL', decimal(medical.get(medicalLimit)?.[0]).times(locations.length)]);
    }
    const insureds = text(answers, 'coverage.additionalInsureds') || 'NONE';
    if (insureds === 'SCHEDULED') {
      const each = number(answers, 'coverage.additionalInsuredCount').times(50);
      amounts.push(['ADDITIONAL_INSUREDS', Dec.min(each, 350)]);
    } else if (insureds === 'BLANKET') amounts.push(['ADDITIONAL_INSUREDS', new Dec(350)]);
    const governing = states.get(text(answers, 'client.state')) ?? [];
    if (yes(answers, 'coverage.hiredAuto')) {
      const auto = inRange(drivers, number(answers, 'coverage.drivers'));
      amounts.push(['HIRED_AUTO', dollars(auto.times(decimal(governing[2])).times(decimal(factors[2])))]);
    }
    if (yes(answers, 'coverage.dataBreach')) {
      const curve = breach.get(text(answers, 'coverage.dataBreachLimit') || '50000') ?? [];
      amounts.push(['DATA_BREACH', dollars(onCurve(curve, Dec.min(revenue, 10_000_000)))]);
    }
    if (yes(answers, 'coverage.terrorism')) {
      const both = withProducts ? premises.plus(products) : premises;
      amounts.push(['TERRORISM', Dec.max(dollars(both.times(0.01)), 5)]);
    }
    const sum = amounts.reduce((total, [, amount]) => total.plus(amount), zero);
    const premium = dollars(Dec.max(sum, decimal(minimums.get(hazard)?.[0])));
    const taxesAndFees = chargesOn(premium, text(answers, 'client.state'), governing);
    return { premium: premium.toFixed(2), coverages: spread(premium, sum, amounts), taxesAndFees };
  };
}

const zero = new Dec(0);

function chargesOn(premium: Decimal, state: string, factors: readonly (Decimal | string)[]) {
  const charges: HandRated['taxesAndFees'] = [];
  const add = (type: string, amount: Decimal) =>
    charges.push({ type, amount: amount.toDecimalPlaces(2, Dec.ROUND_HALF_UP).toFixed(2) });
  if (state === 'FL' || state === 'KY' || state === 'NJ') {
    add('STATE_SURCHARGE', premium.times(decimal(factors[3])));
  }
  if (state === 'KY') add('MUNICIPAL_TAX', premium.times(0.05));
  add('POLICY_FEE', decimal(factors[4]));
  return charges;
}

/**
 * The minimum premium, if it is charged, in proportion and whole dollars; the remainder goes to the first.
 */
function spread(premium: Decimal, sum: Decimal, amounts: readonly [string, Decimal][]) {
  if (premium.equals(sum)) return amounts.map(([code, amount]) => ({ code, premium: amount.toFixed(2) }));
  const parts = amounts.map(([, amount]) => premium.times(amount).dividedBy(sum).floor());
  const left = parts.reduce((rest, part) => rest.minus(part), premium);
  return amounts.map(([code], index) => {
    const part = parts[index] ?? zero;
    return { code, premium: (index === 0 ? part.plus(left) : part).toFixed(2) };
  });
}

function text(answers: Answers, qid: string): string {
  const entry = answers[qid];
  return entry?.type === 'ANSWER' ? entry.answer : '';
}

function yes(answers: Answers, qid: string): boolean {
  return text(answers, qid) === 'true';
}

function number(answers: Answers, qid: string): Decimal {
  return new Dec(text(answers, qid));
}

function dollars(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(0, Dec.ROUND_HALF_UP);
}

function decimalOrText(cell: Row[number]): Decimal | string {
  return typeof cell === 'number' ? new Dec(cell) : String(cell);
}

function decimal(cell: Row[number] | Decimal | undefined): Decimal {
  if (Dec.isDecimal(cell)) return cell;
  return new Dec(typeof cell === 'number' ? cell : Number.NaN);
}

interface Ends {
  from: Decimal | null;
  to: Decimal | null;
}

function endsOf(cell: Row[number] | undefined): Ends {
  const [from = null, to = null] = Array.isArray(cell) ? cell : [];
  return { from: from === null ? null : new Dec(from), to: to === null ? null : new Dec(to) };
}

function inRange(table: readonly { ends: Ends[]; value: Decimal }[], ...sought: Decimal[]): Decimal {
  const row = table.find(({ ends }) =>
    ends.every(({ from, to }, index) => {
      const at = sought[index] ?? zero;
      return (from === null || at.greaterThanOrEqualTo(from)) && (to === null || at.lessThan(to));
    }),
  );
  return row?.value ?? decimal(undefined);
}

interface Point {
  at: Decimal;
  value: Decimal;
}

function curves(rows: readonly Row[]): Map<string, Point[]> {
  const found = new Map<string, Point[]>();
  for (const [name, at, value] of rows) {
    const curve = found.get(String(name)) ?? [];
    found.set(String(name), [...curve, { at: decimal(at), value: decimal(value) }]);
  }
  return found;
}

function onCurve(curve: readonly Point[], at: Decimal): Decimal {
  const next = curve.findIndex((point) => point.at.greaterThan(at));
  const low = curve[next === -1 ? curve.length - 1 : next - 1];
  const high = curve[next];
  if (!low) return decimal(undefined);
  if (!high || low.at.equals(at)) return low.value;
  const rise = high.value.minus(low.value).times(at.minus(low.at)).dividedBy(high.at.minus(low.at));
  return low.value.plus(rise);
}
