import { z } from 'zod';
import { Decimal } from '../expression/index.js';
import { calendarDate, decimalConstant } from '../ground/primitives.js';
import { mostMinorDigits } from '../money/currency.js';

/** Kept as written, since the contract of the API cannot describe a schema that changes it. */
const rate = decimalConstant
  .refine((value) => {
    const share = Decimal.of(value);
    return !share.isNegative() && !share.greaterThan(1) && share.decimalPlaces() <= 6;
  }, 'must be a share from 0 to 1 with at most six decimals')
  .meta({ id: 'CommissionRate' });
const flatAmount = decimalConstant
  .refine(
    (value) => !Decimal.of(value).isNegative() && Decimal.of(value).decimalPlaces() <= mostMinorDigits,
    'must be an amount with at most three decimals, not negative',
  )
  .meta({ id: 'FlatCommission' });

const ofCoverage = z
  .strictObject({
    newBusiness: rate.optional().describe('The share of the premium of first terms.'),
    renewal: rate.optional().describe('The share of the premium of later terms.'),
  })
  .meta({ id: 'CommissionOfCoverage' });

export const commissionBases = ['WRITTEN', 'EARNED', 'COLLECTED'] as const;

const rates = z
  .strictObject({
    from: calendarDate.describe(
      'Terms that begin from this day on have these rates, until the next ones; endorsements have those of their term.',
    ),
    collectedBy: z
      .enum(['INSURER', 'SELLER'])
      .meta({ id: 'PremiumCollector' })
      .default('INSURER')
      .describe(
        'Who collects the premium from this day on. What a seller has collected (agency bill) is netted against its commission.',
      ),
    basis: z
      .enum(commissionBases)
      .meta({ id: 'CommissionBasis' })
      .default('WRITTEN')
      .describe(
        'When commission is earned: with the premium that is written, that is earned by days, or as far as a term is paid.',
      ),
    newBusiness: rate.describe('The share of the premium of first terms.'),
    renewal: rate.describe('The share of the premium of later terms.'),
    coverages: z
      .record(z.string().min(1).max(255), ofCoverage)
      .meta({ id: 'CommissionsOfCoverages' })
      .default({})
      .describe('Other shares of single coverages, by their codes.'),
    flat: z
      .strictObject({
        newBusiness: flatAmount.optional().describe('For each first term.'),
        renewal: flatAmount.optional().describe('For each later term.'),
      })
      .meta({ id: 'FlatCommissions' })
      .default({})
      .describe('Amounts for each term that has premium, in addition.'),
  })
  .meta({ id: 'CommissionRates' });

/** What a license says the seller earns. */
export const commissionTerms = z
  .strictObject({
    rates: z
      .array(rates)
      .min(1)
      .max(100)
      .refine(
        (all) => all.every(({ from }, index) => index === 0 || (all[index - 1]?.from ?? '') < from),
        'must be in the order of their first days',
      ),
  })
  .meta({ id: 'CommissionTerms', outputId: 'CommissionTermsOfLicense' });

export type CommissionTerms = z.output<typeof commissionTerms>;
export type CommissionBasis = (typeof commissionBases)[number];

/** A rate of a license by days and coverage, as the database joins it. */
export interface CommissionRateRow {
  productId: string;
  sellerId: string;
  basis: CommissionBasis;
  collectedBy: 'INSURER' | 'SELLER';
  from: string;
  /** The first day of the next rates; null: there are none. */
  until: string | null;
  /** Null: of all coverages that have no rates of their own. */
  coverage: string | null;
  newBusiness: string;
  renewal: string;
  /** Only in the row of all coverages. */
  flatNewBusiness: string;
  flatRenewal: string;
}

/** The rates of a license as rows, by the days of terms and by coverage. */
export function rateRows(
  { productId, sellerId }: { productId: string; sellerId: string },
  { rates: all }: CommissionTerms,
): CommissionRateRow[] {
  return all.flatMap((dated, index): CommissionRateRow[] => {
    const { from, basis, collectedBy, newBusiness, renewal, coverages, flat } = dated;
    const license = { productId, sellerId, basis, collectedBy, from, until: all[index + 1]?.from ?? null };
    const none = { flatNewBusiness: '0', flatRenewal: '0' };
    const own = Object.entries(coverages).map(
      ([coverage, other]): CommissionRateRow => ({
        ...license,
        ...none,
        coverage,
        newBusiness: String(other.newBusiness ?? newBusiness),
        renewal: String(other.renewal ?? renewal),
      }),
    );
    return [
      {
        ...license,
        coverage: null,
        newBusiness: String(newBusiness),
        renewal: String(renewal),
        flatNewBusiness: String(flat.newBusiness ?? 0),
        flatRenewal: String(flat.renewal ?? 0),
      },
      ...own,
    ];
  });
}
