import { z } from 'zod';
import type { Json, JsonObject } from '../ground/json.js';
import { calendarDate } from '../ground/primitives.js';
import type { Term } from '../ground/term.js';
import type { QuoteDetails } from '../quote/quote.js';
import type { Condition } from '../quote/underwriting.js';
import type { Lapse } from './timeline.js';

/** Days of a term without coverage: the policy was canceled, and later reinstated. */
export const lapse = z
  .object({
    from: calendarDate.meta({ description: 'The first day without coverage.' }),
    until: calendarDate.meta({ description: 'The day on which coverage begins again.' }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why the policy was canceled; null if nobody stated it.' }),
  })
  .meta({ id: 'PolicyLapse', description: 'Days of the term without coverage. They are not charged.' });

/** The contract data of a policy, from the quote that it was issued from. */
export interface Contract {
  product: { id: string; name: string; versionId: string; version: string };
  effectiveDate: string;
  expirationDate: string;
  term: Term;
  quoteDetails: QuoteDetails | null;
  /** By which overlays it is rated; of a product with overlays. */
  overlays?: Json | undefined;
  /** Of the underwriter, with which the term was offered. */
  conditions?: readonly Condition[] | undefined;
  /** Days of the term without coverage, by day. */
  lapses: readonly Lapse[];
}

/**
 * The policy's `policyContract` (spec 2.6): the agreed terms, whatever later happens to quote and product.
 */
export function policyContractOf({
  product,
  quoteDetails,
  lapses,
  overlays,
  conditions = [],
  ...dates
}: Contract): JsonObject {
  const { premium, duration, coverageTypes = [] } = quoteDetails ?? {};
  return {
    productId: product.id,
    productName: product.name,
    productVersionId: product.versionId,
    productVersion: product.version,
    ...(overlays !== undefined && { overlays }),
    effectiveDate: dates.effectiveDate,
    expirationDate: dates.expirationDate,
    term: dates.term,
    ...(premium && { premium: { ...premium, perTerm: dates.term } }),
    ...(duration && { duration: duration }),
    coverageTypes: coverageTypes,
    ...(conditions.length > 0 && {
      conditions: conditions.map(({ conditionId, text, dueDays }) => ({
        conditionId,
        text,
        ...(dueDays !== undefined && { dueDays }),
      })),
    }),
    lapses: [...lapses],
  };
}

/** The codes of the coverages of a `policyContract`. */
export function codesOfContract({ coverageTypes }: JsonObject): string[] {
  const groups = z.array(z.object({ coverages: z.array(z.object({ code: z.string() })) }));
  return groups
    .catch([])
    .parse(coverageTypes)
    .flatMap(({ coverages }) => coverages.map(({ code }) => code));
}

/** The lapses of a term, from its `policyContract`. */
export function lapsesOfContract({ lapses }: JsonObject): Lapse[] {
  return z.array(lapse).catch([]).parse(lapses);
}
