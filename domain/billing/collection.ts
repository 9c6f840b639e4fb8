import { z } from 'zod';
import { addDays, laterOf } from '../ground/calendar.js';
import { Cents } from '../money/cents.js';
import { days } from './plan-terms.js';

export const collectionStates = [
  'PENDING',
  'PROCESSING',
  'SUCCEEDED',
  'DECLINED',
  'NOT_MADE',
  'NOT_CHARGED',
] as const;
export type CollectionState = (typeof collectionStates)[number];

/** A product's `billing.collection`: how statements are charged to saved payment methods. */
export const collectionSettings = z.strictObject({
  noticeDays: days(60)
    .default(10)
    .describe('Days before a charge by which the policyholder is told of an amount that changed.'),
  retryDays: z
    .array(z.number().int().min(1).max(60))
    .max(8)
    .refine(
      (each) => each.every((day, index) => day > (each[index - 1] ?? 0)),
      'must be in ascending order of days',
    )
    .default([3, 5, 7])
    .describe('Days after the due date on which a declined charge is tried again.'),
});
export type CollectionSettings = z.output<typeof collectionSettings>;

const standard: CollectionSettings = collectionSettings.parse({});

/** Those of a product, or the standard ones: whoever agrees to be charged is charged. */
export const collectionSettingsOf = ({
  billing,
}: {
  billing?: { collection?: CollectionSettings | undefined } | undefined;
}): CollectionSettings => billing?.collection ?? standard;

/** How far the charges of a statement are; absent from a statement that is not charged by itself. */
export interface PlannedCharges {
  /** The number of the agreement: charges under an earlier one do not count. */
  agreement: number;
  /** The charges that have ended. */
  attempts: number;
  /** The day of the last of them. */
  lastOn: string | null;
  /** The amount that the policyholder knows of, decimal text: agreed to, announced or charged before. */
  announced: string | null;
  /** The card will be over on the due date, and nobody was told. */
  runsOut: boolean;
}

export interface StatementToCharge {
  dueDate: string;
  /** Decimal text. */
  amount: string;
  isBilled: boolean;
}

/**
 * What is next for a statement that is charged by itself: the notice of its amount or of a card that runs out, or the charge; undefined after the last
 * retry. A retry keeps its distance to a charge that was late.
 */
export function nextCharge(
  { dueDate, amount, isBilled }: StatementToCharge,
  { attempts, lastOn, announced, runsOut }: PlannedCharges,
  { noticeDays, retryDays }: CollectionSettings,
): { kind: 'ANNOUNCE_CHARGE' | 'COLLECT_STATEMENT'; on: string } | undefined {
  const offsets = [0, ...retryDays];
  const offset = offsets[attempts];
  if (offset === undefined) return undefined;
  const isKnown = announced !== null && Number(announced) === Number(amount);
  if (!isKnown || (runsOut && attempts === 0))
    return { kind: 'ANNOUNCE_CHARGE', on: addDays(dueDate, -noticeDays) };
  if (!isBilled) return undefined;
  const gap = offset - (offsets[attempts - 1] ?? 0);
  const on = lastOn === null ? dueDate : laterOf(addDays(dueDate, offset), addDays(lastOn, gap));
  return { kind: 'COLLECT_STATEMENT', on };
}

/** Whether nothing would be tried again after a charge: by the plan, or as a notice cancels the policy before. */
export function isLastCharge(
  { amount, dueDate }: Pick<StatementToCharge, 'dueDate' | 'amount'>,
  { attempts, onDay, cancelOn }: { attempts: number; onDay: string; cancelOn: string | null },
  settings: CollectionSettings,
): boolean {
  const made = { agreement: 0, attempts, lastOn: onDay, announced: amount, runsOut: false };
  const next = nextCharge({ dueDate, amount, isBilled: true }, made, settings);
  return next === undefined || (cancelOn !== null && next.on >= cancelOn);
}

/**
 * The due date of a statement whose amount is announced today: an amount that rises is not charged before the days of notice
 * are over, and is not late meanwhile.
 */
export function dueAfterNotice(
  { dueDate, amount }: Pick<StatementToCharge, 'dueDate' | 'amount'>,
  announced: string | null,
  { noticeDays, today }: { noticeDays: number; today: string },
): string {
  const hasRisen = announced === null || Cents.of(announced).isLessThan(Cents.of(amount));
  return hasRisen ? laterOf(dueDate, addDays(today, noticeDays)) : dueDate;
}
