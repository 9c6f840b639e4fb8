import { z } from 'zod';
import { calendarDate } from '../ground/primitives.js';
import { lapsesOfContract } from './policy-contract.js';
import type { RecordedState } from './state-on.js';

/** How a policy stands, in the words of the trade. */
export const standingTypes = {
  AWAITS_FINANCING: 'it begins once its finance company confirms; `on` is its first day',
  STARTS: 'it was issued ahead, and covers from `on`',
  IN_FORCE: 'it covers; its term ends on `on`',
  RENEWAL_WAITS: 'it covers, and its renewal on `on` waits for a person',
  RENEWS: 'it is renewed on `on` by the held quote, for its `premium` and `taxesAndFees`',
  EXPIRES: 'it is not renewed, and covers until `on`',
  CANCELS: 'it is canceled on `on`, of which notice was given or which is decided',
  LAPSED: 'it does not cover now, and does again from `on`',
  CANCELED: 'it was canceled on `on`',
  EXPIRED: 'its last term ended on `on`',
} as const;
export type StandingType = keyof typeof standingTypes;

const types = Object.keys(standingTypes) as [StandingType, ...StandingType[]];

export const policyStanding = z
  .object({
    type: z.enum(types).meta({
      id: 'StandingType',
      description: Object.entries(standingTypes)
        .map(([type, meaning]) => `\`${type}\`: ${meaning}`)
        .join('; '),
    }),
    on: calendarDate.meta({
      description: 'The day that the type names. A day that ends cover is the first without it.',
    }),
    isNotice: z
      .literal(true)
      .optional()
      .meta({ description: 'Of `CANCELS`: only notice was given; a payment or a person can prevent it.' }),
    premium: z
      .number()
      .optional()
      .meta({ description: 'Of `RENEWS`: of the next term, without taxes and fees.' }),
    taxesAndFees: z.number().optional().meta({ description: 'Of `RENEWS`.' }),
  })
  .meta({
    id: 'StandingOfPolicy',
    description: 'An extension: how the policy stands today. Absent from a read as of a day.',
  });

export type PolicyStanding = z.infer<typeof policyStanding>;

/** What a policy's standing follows from, beside its recorded state. */
export interface StandingFacts extends RecordedState {
  expirationDate: string;
  cancelledOn: string | null;
  cancellationNoticeOn: string | null;
  renewalQuoteId: string | null;
  renewalWaits: string | null;
  nonRenewed: boolean;
}

/**
 * How a policy stands on a day, told by what happens to its cover next, or by how that ended.
 *
 * @param renewal the price of the quote that is held for the end of the term.
 */
export function standingOn(
  facts: StandingFacts,
  today: string,
  renewal: { premium: number; taxesAndFees: number } | undefined,
): PolicyStanding {
  const { policyState, effectiveDate, expirationDate, cancelledOn, cancellationNoticeOn } = facts;
  const isPending = policyState === 'PENDING_FINANCE_CONFIRMATION';
  const hasEnded = !isPending && policyState !== 'ACTIVE';
  if (cancelledOn !== null && (hasEnded || cancelledOn <= today))
    return { type: 'CANCELED', on: cancelledOn };
  if (hasEnded) return { type: 'EXPIRED', on: expirationDate };
  if (isPending) return { type: 'AWAITS_FINANCING', on: effectiveDate };
  const lapse = lapsesOfContract(facts.policyContract).find(
    ({ from, until }) => from <= today && today < until,
  );
  if (lapse) return { type: 'LAPSED', on: lapse.until };
  if (cancelledOn !== null) return { type: 'CANCELS', on: cancelledOn };
  if (cancellationNoticeOn !== null) return { type: 'CANCELS', on: cancellationNoticeOn, isNotice: true };
  if (facts.renewalWaits !== null) return { type: 'RENEWAL_WAITS', on: expirationDate };
  if (facts.renewalQuoteId !== null) return { type: 'RENEWS', on: expirationDate, ...renewal };
  // Its workflow ends the term within the hour after midnight.
  if (expirationDate <= today) return { type: 'EXPIRED', on: expirationDate };
  if (facts.nonRenewed) return { type: 'EXPIRES', on: expirationDate };
  if (today < effectiveDate) return { type: 'STARTS', on: effectiveDate };
  return { type: 'IN_FORCE', on: expirationDate };
}
