import { z } from 'zod';
import { days, share } from '../billing/plan-terms.js';
import { Decimal } from '../expression/index.js';
import { addDays, laterOf } from '../ground/calendar.js';

/** Days that differ for the issuer and the seller, with their defaults. */
export const daysOfEach = (issuer: number, seller: number) =>
  z
    .strictObject({
      issuer: days(3_650).default(issuer).describe('For the organization that issues the policy.'),
      seller: days(3_650).default(seller).describe('For an organization that sells it.'),
    })
    .prefault({});

/** The rules by which a quote becomes a policy (`policy.binding`). */
export const bindingRules = z.strictObject({
  backDays: daysOfEach(30, 1).describe('Days that the effective date of a new policy may lie in the past.'),
  aheadDays: daysOfEach(180, 180).describe('Days that the effective date may lie in the future.'),
  unpaidIssue: z
    .boolean()
    .default(true)
    .describe('Whether a policy may be issued before the amount due at binding is paid.'),
  finance: z
    .strictObject({
      share: share
        .refine((value) => Decimal.of(value).isPositive(), 'must be more than 0')
        .prefault('0.8')
        .describe('The share of premium, taxes and fees whose payment confirms a financed policy.'),
      days: days(365)
        .default(30)
        .describe('Days for it, from the day of issue or, if that is later, the effective date.'),
      otherwise: z
        .enum(['VOID', 'ACTIVATE', 'WAIT'])
        .default('VOID')
        .describe(
          'What happens after these days: `VOID` cancels the policy from its first day, `ACTIVATE` lets it begin, ' +
            'and the policyholder owes the premium, `WAIT` keeps it waiting until it is paid or canceled.',
        ),
    })
    .prefault({})
    .describe('How long a policy with the plan `FINANCE` waits for its finance company.'),
});

export type BindingRules = z.output<typeof bindingRules>;

/** On which side of a quote an organization is. An organization that sells its own product is its issuer. */
export type BindingSide = 'issuer' | 'seller';

/** The side of the organization that fires an event. The service's own events are the issuer's. */
export function bindingSideOf(
  event: { organizationId: string; byService: boolean },
  issuer: { organizationId: string },
): BindingSide {
  return event.byService || event.organizationId === issuer.organizationId ? 'issuer' : 'seller';
}

/** Why a new policy cannot be bound from a date, as a sentence; undefined if it can. */
export function whyNotBindOn(
  { backDays, aheadDays }: Pick<BindingRules, 'backDays' | 'aheadDays'>,
  { effectiveDate, today, side }: { effectiveDate: string; today: string; side: BindingSide },
): string | undefined {
  const earliest = addDays(today, -backDays[side]);
  if (effectiveDate < earliest) {
    return `the effective date ${effectiveDate} is too early: the ${side} can bind from ${earliest} (backDays)`;
  }
  const latest = addDays(today, aheadDays[side]);
  if (effectiveDate <= latest) return undefined;
  return `the effective date ${effectiveDate} is too late: the ${side} can bind until ${latest} (aheadDays)`;
}

/**
 * Whether a payment confirms a financed policy. Amounts are decimal text; `total` is everything billed and to be
 * billed.
 */
export function confirmsFinancing(
  { finance }: Pick<BindingRules, 'finance'>,
  { paid, total }: { paid: string; total: string },
): boolean {
  return (
    Decimal.of(paid).greaterThan(0) &&
    Decimal.of(paid).greaterThanOrEqualTo(Decimal.of(total).times(finance.share))
  );
}

/** The day on which a policy stops waiting for its finance company. */
export function financeDeadline(
  { finance }: Pick<BindingRules, 'finance'>,
  { issuedOn, effectiveDate }: { issuedOn: string; effectiveDate: string },
): string {
  return addDays(laterOf(issuedOn, effectiveDate), finance.days + 1);
}
