/** The states of a countrywide homeowners product, and what each one files: numbers only, written by a rule. */
export const stateCodes =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  );

export const constructions = ['FRAME', 'MASONRY', 'STEEL'] as const;
export type Construction = (typeof constructions)[number];

/** Hundredths of a dollar for each 1,000 of the sum insured, by construction; the same in every state unless filed. */
export const countrywideRates: Record<Construction, number> = { FRAME: 412, MASONRY: 355, STEEL: 298 };
/** Factors of protection classes 1 to 10, in thousandths. */
export const protection = [820, 850, 880, 910, 950, 1000, 1060, 1150, 1340, 1720];
/** Factors of deductibles, in thousandths. */
export const deductibles: Record<string, number> = { 500: 1100, 1000: 1000, 2500: 905, 5000: 815 };

export interface Filing {
  name: string;
  from: string;
  until?: string;
  /** As `countrywideRates`. */
  rates: Record<Construction, number>;
  /** The factor of protection class 10 in thousandths, where it differs. */
  classTen?: number;
  /** Dollars of the expense constant, where it differs. */
  expense?: number;
  /** Hundredths of a per cent of premium tax, where there is one. */
  tax?: number;
  /** So many claims are referred, where the number differs. */
  referredClaims?: number;
  /** A wind surcharge in thousandths of the premium, in coastal states. */
  wind?: number;
  /** The maximum of the sum insured, where it differs. */
  mostInsured?: number;
}

/** The filings of a state in order of their dates: one from 2026, and in every third state another from July 2027. */
export function filingsOf(state: string): Filing[] {
  const index = stateCodes.indexOf(state);
  const rates = (by: number) =>
    Object.fromEntries(
      constructions.map((kind, place) => [kind, countrywideRates[kind] + by * 3 - place * (index % 7)]),
    ) as Filing['rates'];
  const isRevised = index % 3 === 0;
  const first: Filing = {
    name: `${state}, first filing`,
    from: '2026-01-01',
    ...(isRevised && { until: '2027-07-01' }),
    rates: rates(index),
    ...(index % 2 === 0 && { classTen: 1600 + index * 5 }),
    ...(index % 4 === 1 && { expense: 20 + index }),
    ...(index % 5 === 2 && { tax: 200 + index }),
    ...(index % 6 === 3 && { referredClaims: 2 }),
    ...(index % 10 === 8 && { wind: 1100 + index }),
    ...(index % 9 === 4 && { mostInsured: 900_000 }),
  };
  if (!isRevised) return [first];
  const { until: _, ...kept } = first;
  return [
    first,
    { ...kept, name: `${state}, revision of July 2027`, from: '2027-07-01', rates: rates(index + 9) },
  ];
}
