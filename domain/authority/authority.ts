import { z } from 'zod';
import { days } from '../billing/plan-terms.js';
import { Decimal } from '../expression/index.js';
import { decimalConstant } from '../ground/primitives.js';

/** How a cancellation returns premium. `FLAT`: from the first day of the policy's term. */
export const cancellationMethods = ['PRO_RATA', 'SHORT_RATE', 'FLAT'] as const;
export const cancellationMethod = z.enum(cancellationMethods).meta({ id: 'CancellationMethod' });
export type CancellationMethod = (typeof cancellationMethods)[number];

const may = {
  quote: z.boolean().describe('Quote, save clients from intakes, and open payments.'),
  bindPaid: z.boolean().describe('Issue policies whose amount due at binding is paid.'),
  bindUnpaid: z.boolean().describe('Issue policies before that amount is paid.'),
  recordPayments: z
    .boolean()
    .describe('Report payments as received and as returned, where the seller collects them (agency bill).'),
  endorse: z.boolean().describe('Quote endorsements and true-ups, and make those that were quoted.'),
  reinstate: z.boolean().describe('Reinstate canceled policies, and withdraw notices of cancellation.'),
  renew: z.boolean().describe('Quote renewals, select them, and decide not to renew.'),
  report: z.boolean().describe('Record notes, claims and other reports with policies, and upload documents.'),
};
const backDateDays = days(3_650).describe(
  'Days that the first day of a policy, an endorsement, a cancellation or a reinstatement may lie in the past.',
);
const cancel = z
  .partialRecord(cancellationMethod, z.enum(['REQUEST', 'MAKE']).meta({ id: 'CancellationLevel' }))
  .meta({ id: 'CancellationLevels' })
  .describe(
    'By return method: `MAKE` cancels and gives notices, `REQUEST` only asks the insurer to. `FLAT` is a cancellation ' +
      "from the first day of the policy's term.",
  );
/** Kept as written, since the contract of the API cannot describe a schema that changes it. */
const amount = decimalConstant
  .refine(
    (value) => !Decimal.of(value).isNegative() && Decimal.of(value).decimalPlaces() <= 2,
    'must be an amount with at most two decimals, not negative',
  )
  .meta({ id: 'LimitAmount' });
const limits = z
  .strictObject({
    premium: amount.optional().describe('The largest premium of a term.'),
    coverage: amount.optional().describe('The largest limit of a coverage.'),
  })
  .meta({ id: 'SellerLimits' })
  .describe('Amounts above which a quote needs the approval of an underwriter of the insurer.');

/** What a licensed seller may do on the insurer's paper. What is not named is not granted. */
export const authority = z
  .strictObject({
    quote: may.quote.default(false),
    bindPaid: may.bindPaid.default(false),
    bindUnpaid: may.bindUnpaid.default(false),
    recordPayments: may.recordPayments.default(false),
    endorse: may.endorse.default(false),
    reinstate: may.reinstate.default(false),
    renew: may.renew.default(false),
    report: may.report.default(false),
    // West of Greenwich, today is still yesterday in UTC.
    backDateDays: backDateDays.default(1),
    cancel: cancel.default({}),
    limits: limits.default({}),
  })
  .meta({ id: 'SellerAuthorityInput', outputId: 'SellerAuthority' });

export type Authority = z.output<typeof authority>;

/** `policy.authority` of a product: what its sellers may do. */
export const sellerSettings = z.strictObject({
  most: z
    .strictObject({ ...may, backDateDays, cancel, limits })
    .partial()
    .default({})
    .describe('The most that a license can grant. What is not named is not restricted.'),
  usual: authority.optional().describe('What a license grants that says nothing else; nothing if omitted.'),
});

export type SellerSettings = z.output<typeof sellerSettings>;

/** The authority of a license that grants nothing. */
export const noAuthority: Authority = authority.parse({});

/** What a license grants, within the product's settings of today. */
export function authorityWithin(
  licensed: Authority | null,
  { most = {}, usual = noAuthority }: Partial<SellerSettings> = {},
): Authority {
  const granted = licensed ?? usual;
  const isGranted = (name: keyof typeof may) => granted[name] && (most[name] ?? true);
  return {
    quote: isGranted('quote'),
    bindPaid: isGranted('bindPaid'),
    bindUnpaid: isGranted('bindUnpaid'),
    recordPayments: isGranted('recordPayments'),
    endorse: isGranted('endorse'),
    reinstate: isGranted('reinstate'),
    renew: isGranted('renew'),
    report: isGranted('report'),
    backDateDays: Math.min(granted.backDateDays, most.backDateDays ?? granted.backDateDays),
    cancel: cancelWithin(granted.cancel, most.cancel),
    limits: {
      premium: lower(granted.limits.premium, most.limits?.premium),
      coverage: lower(granted.limits.coverage, most.limits?.coverage),
    },
  };
}

function cancelWithin(
  granted: Authority['cancel'],
  most: Authority['cancel'] = granted,
): Authority['cancel'] {
  return Object.fromEntries(
    cancellationMethods.flatMap((method) => {
      const levels = [granted[method], most[method]];
      if (levels.includes(undefined)) return [];
      return [[method, levels.includes('REQUEST') ? 'REQUEST' : 'MAKE']];
    }),
  );
}

type Amount = z.output<typeof amount>;

function lower(one: Amount | undefined, other: Amount | undefined): Amount | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Decimal.of(one).lessThan(other) ? one : other;
}
