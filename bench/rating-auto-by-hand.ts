import { Decimal } from 'decimal.js';
import type { AnswerMap } from '../domain/intake/answers.js';
import type { RatingTable } from '../domain/rating/tables/table.js';
import type { HandRated } from './rating-by-hand.js';

const Dec = Decimal.clone({ precision: 34, rounding: Decimal.ROUND_HALF_EVEN });
const one = new Dec(1);
const [zero, youngFactor, courseFactor, filingFactor] = [
  new Dec(0),
  new Dec(0.88),
  new Dec(0.95),
  new Dec(1.15),
];
const [safetyFactor, severalFactor, ownerFactor, otherFactor] = [
  new Dec(0.9),
  new Dec(0.88),
  new Dec(0.97),
  new Dec(0.95),
];

/** The auto plan as a programmer would write it in TypeScript. It checks no answer and explains nothing. */
export function rateAutoByHand(
  tables: Readonly<Record<string, RatingTable>>,
): (answers: AnswerMap, effectiveDate: string) => HandRated {
  const rows = (name: string) => tables[name]?.rows ?? [];
  const byKey = (name: string) =>
    new Map(rows(name).map(([key, ...found]) => [String(key), found.map((cell) => decimal(cell))]));
  const ranges = (name: string, skipped = 0) =>
    rows(name).map((row) => ({
      key: String(row[0]),
      from: decimal(ends(row[skipped])[0]),
      found: row.slice(skipped + 1).map((cell) => decimal(cell)),
    }));
  const [states, territories, uses, prior] = [
    byKey('states'),
    byKey('territories'),
    byKey('uses'),
    byKey('prior'),
  ];
  const [education, occupations, biLimits, pdLimits] = [
    byKey('education'),
    byKey('occupations'),
    byKey('biLimits'),
    byKey('pdLimits'),
  ];
  const [medLimits, umLimits, compDeductibles, collDeductibles] = [
    byKey('medLimits'),
    byKey('umLimits'),
    byKey('compDeductibles'),
    byKey('collDeductibles'),
  ];
  const [antiTheft, rental, towing, payments] = [
    byKey('antiTheft'),
    byKey('rental'),
    byKey('towing'),
    byKey('payments'),
  ];
  const [licensed, points, mileage, credit] = [
    ranges('licensed'),
    ranges('points'),
    ranges('mileage'),
    ranges('credit'),
  ];
  const [symbols, models, ages] = [ranges('symbols'), ranges('models'), ranges('ages', 1)];
  const agesOf = new Map(
    ['SINGLE', 'MARRIED'].map((marital) => [marital, ages.filter(({ key }) => key === marital)]),
  );
  const zips = new Map(
    rows('zips').flatMap(([state, prefix, territory]) =>
      (Array.isArray(prefix) ? prefix : ['*']).map((each) => [`${state}|${each}`, String(territory)]),
    ),
  );

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: a plan from top to bottom, as one writes it by hand
  return (answers, effectiveDate) => {
    const text = (qid: string) => textOf(answers, qid);
    const number = (qid: string) => new Dec(textOf(answers, qid));
    const yes = (qid: string) => textOf(answers, qid) === 'true';
    const state = text('client.state');
    const base = states.get(state) ?? [];
    const place = zips.get(`${state}|${text('client.zipcode').slice(0, 3)}`) ?? zips.get(`${state}|*`) ?? '';
    const territory = territories.get(place) ?? [];
    const age = new Dec(yearsBetween(text('driver.birthDate'), effectiveDate));
    const years = new Dec(yearsBetween(text('driver.licenseDate'), effectiveDate));
    const modelAge = new Dec(Number(effectiveDate.slice(0, 4))).minus(number('vehicle.year'));
    const recorded = inRange(
      points,
      number('driver.violations')
        .plus(number('driver.majors').times(3))
        .plus(number('driver.accidents').times(2)),
    );
    const aged = inRange(agesOf.get(text('driver.marital')) ?? [], age);
    const symbol = inRange(symbols, number('vehicle.cost'));
    const model = inRange(models, modelAge);
    const insured = first(prior, text('prior'))
      .times(inRange(credit, number('credit'))[0] ?? one)
      .times(first(education, text('education')))
      .times(first(occupations, text('occupation')));
    const record = (inRange(licensed, years)[0] ?? one)
      .times(yes('driver.student') && age.lessThan(25) ? youngFactor : one)
      .times(yes('driver.course') ? courseFactor : one)
      .times(yes('driver.filing') ? filingFactor : one);
    const liability = (aged[0] ?? one)
      .times(recorded[0] ?? one)
      .times(record)
      .times(insured);
    const collision = (aged[1] ?? one)
      .times(recorded[1] ?? one)
      .times(record)
      .times(insured);
    const safety = yes('vehicle.airbags') && yes('vehicle.brakes') ? safetyFactor : one;
    const usage = first(uses, text('vehicle.use'))
      .times(inRange(mileage, number('vehicle.miles'))[0] ?? one)
      .times(number('vehicles').greaterThan(1) ? severalFactor : one);
    const rated = (at: number) => (base[at] ?? zero).times(territory[at] ?? one);
    const amounts: [string, Decimal][] = [
      [
        'BI',
        dollars(
          rated(0)
            .times(liability)
            .times(usage)
            .times(first(biLimits, text('limit.bi'))),
        ),
      ],
      [
        'PD',
        dollars(
          rated(1)
            .times(liability)
            .times(usage)
            .times(first(pdLimits, text('limit.pd'))),
        ),
      ],
      [
        'MED',
        dollars(
          rated(2)
            .times(safety)
            .times(first(medLimits, text('limit.med'))),
        ),
      ],
      [
        'UM',
        dollars(
          rated(3)
            .times(safety)
            .times(first(umLimits, text('limit.um'))),
        ),
      ],
      [
        'COMP',
        dollars(
          rated(4)
            .times(symbol[0] ?? one)
            .times(model[0] ?? one)
            .times(first(compDeductibles, text('deductible.comp')))
            .times(first(antiTheft, text('vehicle.antiTheft'))),
        ),
      ],
      [
        'COLL',
        dollars(
          rated(5)
            .times(symbol[1] ?? one)
            .times(model[1] ?? one)
            .times(first(collDeductibles, text('deductible.coll')))
            .times(collision)
            .times(usage),
        ),
      ],
      ['EXTRAS', first(rental, text('rental')).plus(first(towing, text('towing')))],
    ];
    const sum = amounts.reduce((total, [, amount]) => total.plus(amount), zero);
    const discounted = sum
      .times(first(payments, text('payment')))
      .times(yes('homeowner') ? ownerFactor : one)
      .times(yes('otherPolicy') ? otherFactor : one);
    const premium = dollars(Dec.max(discounted, 250));
    return {
      premium: premium.toFixed(2),
      coverages: shared(premium, sum, amounts),
      taxesAndFees: [{ type: 'POLICY_FEE', amount: (base[6] ?? zero).toFixed(2) }],
    };
  };
}

/** The premium in proportion to the coverages, in whole dollars; the largest remainders are rounded up. */
function shared(premium: Decimal, sum: Decimal, amounts: readonly [string, Decimal][]) {
  const exact = amounts.map(([, amount]) => premium.times(amount).dividedBy(sum));
  const parts = exact.map((part) => part.floor());
  const left = parts.reduce((rest, part) => rest.minus(part), premium).toNumber();
  const remainders = exact.map((part, index) => part.minus(parts[index] ?? zero));
  const order = [...parts.keys()].sort(
    (a, b) => (remainders[b] ?? zero).comparedTo(remainders[a] ?? zero) || a - b,
  );
  for (const index of order.slice(0, left)) parts[index] = (parts[index] ?? zero).plus(1);
  return amounts.map(([code], index) => ({ code, premium: (parts[index] ?? zero).toFixed(2) }));
}

function textOf(answers: AnswerMap, qid: string): string {
  const entry = answers[qid];
  return entry?.type === 'ANSWER' ? entry.answer : '';
}

function first(table: ReadonlyMap<string, Decimal[]>, key: string): Decimal {
  return table.get(key)?.[0] ?? decimal(undefined);
}

function inRange(table: readonly { from: Decimal; found: Decimal[] }[], sought: Decimal): Decimal[] {
  for (let at = table.length - 1; at >= 0; at--) {
    const row = table[at];
    if (row && sought.greaterThanOrEqualTo(row.from)) return row.found;
  }
  return [];
}

function yearsBetween(from: string, to: string): number {
  return Number(to.slice(0, 4)) - Number(from.slice(0, 4)) - (to.slice(5) < from.slice(5) ? 1 : 0);
}

function dollars(amount: Decimal): Decimal {
  return amount.toDecimalPlaces(0, Dec.ROUND_HALF_UP);
}

type Cell = RatingTable['rows'][number][number];

function ends(cell: Cell | undefined): readonly (string | number | null)[] {
  return Array.isArray(cell) ? cell : [];
}

function decimal(cell: Cell | null | undefined): Decimal {
  return new Dec(typeof cell === 'number' ? cell : Number.NaN);
}
