import { Decimal } from 'decimal.js';

/**
 * The premiums of the demo products' `quoted` intakes, worked out by hand from the rate pages: no plan, no
 * table and no engine, only the figures as an actuary would put them on paper.
 */
const d = (value: Decimal.Value): Decimal => new Decimal(value);
const product = (...factors: Decimal.Value[]): Decimal =>
  factors.reduce<Decimal>((all, factor) => all.times(factor), d(1));
const sum = (...parts: Decimal[]): Decimal => parts.reduce((all, part) => all.plus(part), d(0));
const dollars = (amount: Decimal): Decimal => amount.toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
const cents = (amount: Decimal): Decimal => amount.toDecimalPlaces(2, Decimal.ROUND_HALF_UP);

/** On the straight line from `[x0, y0]` to `[x1, y1]`. */
const between = (x: number, [x0, y0]: [number, number], [x1, y1]: [number, number]): Decimal =>
  d(y0).plus(
    d(x)
      .minus(x0)
      .dividedBy(x1 - x0)
      .times(d(y1).minus(y0)),
  );

export interface Premium {
  /** By the name under which `rateMeta` shows them: of a package with the component's key. */
  coverages: Record<string, string>;
  premium: string;
  taxesAndFees: { type: string; amount: string }[];
}

/** Restaurants in Texas with revenue of $1,150,000 (city, rented) and $780,000 (suburb, owned); one small claim. */
export function generalLiability(): Premium {
  const austin = product(1150, between(1150, [500, 1], [2500, 0.9]), 1.12);
  const roundRock = product(780, between(780, [500, 1], [2500, 0.9]), 1);
  const risk = product(0.96, 1, 1); // deductible $1,000; one claim below $10,000; seven years in business

  const premises = dollars(
    product(sum(product(austin, 4.1), product(roundRock, 4.1, 1.08)), 1.08, 1, risk), // alcohol 18%; limit 1M/2M
  );
  const products = dollars(product(sum(austin, roundRock), 0.65, 1, risk));
  const rented = dollars(product(premises, 0.03));
  const medical = product(32, 2);
  const additionalInsureds = product(50, 2);
  const hiredAuto = dollars(product(210, 1.18));
  const dataBreach = dollars(between(1_930_000, [500_000, 135], [2_500_000, 250]));
  const terrorism = dollars(product(sum(premises, products), 0.01));

  return priced(
    {
      PREMISES: premises,
      PRODUCTS: products,
      RENTED_PREMISES: rented,
      MEDICAL: medical,
      ADDITIONAL_INSUREDS: additionalInsureds,
      HIRED_AUTO: hiredAuto,
      DATA_BREACH: dataBreach,
      TERRORISM: terrorism,
    },
    d(1),
    () => [{ type: 'POLICY_FEE', amount: d(40) }],
  );
}

/** A bakery in Ohio: an owned building of joisted masonry, and a rented one without sprinklers. */
export function businessPackage(): Premium {
  const shop = product(0.41, 0.95, 1, 1.05, 0.78); // rate; class 3; inland; 1962, renewed; sprinklers
  const storeroom = product(0.31, 0.95, 1, 0.93); // rate; class 4; inland; 2014
  const building = dollars(product(6400, shop, between(640_000, [500_000, 1], [2_000_000, 0.9])));
  const contents = dollars(
    product(
      sum(
        dollars(product(2100, shop, between(210_000, [0, 1.2], [250_000, 1.08]))),
        dollars(product(850, storeroom, between(85_000, [0, 1.2], [250_000, 1.08]))),
      ),
      1.3,
      1.25,
    ),
  );
  const income = dollars(product(4600, 0.075, 1.1));
  const equipment = dollars(product(935, 0.11));
  const property = sum(building, contents, income, equipment);
  const operations = dollars(product(920, 1.7, 0.94));
  const medical = product(15, 2);
  const dishonesty = d(165);
  const liability = sum(operations, medical, dishonesty);
  const share = property.dividedBy(sum(property, liability)).toNumber();

  return priced(
    {
      'property.BUILDING': building,
      'property.CONTENTS': contents,
      'property.BUSINESS_INCOME': income,
      'property.EQUIPMENT_BREAKDOWN': equipment,
      'liability.LIABILITY': operations,
      'liability.MEDICAL': medical,
      'liability.DISHONESTY': dishonesty,
    },
    d(share < 0.2 ? 0.95 : share < 0.8 ? 0.88 : 0.93),
    (premium) => [
      { type: 'FIRE_MARSHAL_TAX', amount: cents(product(premium, 0.0075)) },
      { type: 'POLICY_FEE', amount: d(30) },
    ],
  );
}

/** Dentists in Illinois with revenue of $3,400,000, 18,000 records and good controls. */
export function cyber(): Premium {
  const base = sum(d(1000), product(2400, 0.25));
  const records = between(18_000, [10_000, 1], [50_000, 1.15]);
  const data = sum(d(1), d(0.2), d(0.1), d(-0.1)); // health, payment cards, encrypted
  const controls = sum(d(1), d(-0.12), d(-0.05), d(-0.04), d(0), d(-0.03), d(-0.04));
  const core = product(base, 1.5, records, data, controls, 1, 0.92); // health care; limit $1M; retention $10,000
  const part = (share: number) => cents(product(core, share));

  return priced(
    {
      BREACH_RESPONSE: part(0.28),
      EXTORTION: part(0.25),
      PRIVACY_LIABILITY: part(0.35),
      REGULATORY: part(0.12),
      BUSINESS_INTERRUPTION: part(0.2),
      FUNDS_TRANSFER: product(190, 1.5),
      PCI: part(0.05),
    },
    d(1),
    () => [{ type: 'POLICY_FEE', amount: d(50) }],
    cents,
  );
}

function priced(
  coverages: Record<string, Decimal>,
  factor: Decimal,
  charges: (premium: Decimal) => { type: string; amount: Decimal }[],
  whole = dollars,
): Premium {
  const premium = whole(product(sum(...Object.values(coverages)), factor));
  return {
    coverages: Object.fromEntries(
      Object.entries(coverages).map(([code, amount]) => [code, amount.toFixed()]),
    ),
    premium: premium.toFixed(),
    taxesAndFees: charges(premium).map(({ type, amount }) => ({ type, amount: amount.toFixed() })),
  };
}
