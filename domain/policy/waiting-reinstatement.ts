import { z } from 'zod';
import { decimalString, uuid } from '../ground/primitives.js';

/** A reinstatement by payment that a hold stopped: the policyholder has paid in time and is not insured. */
export const waitingReinstatement = z.object({
  holdId: uuid,
  /** A sentence. */
  reason: z.string(),
  /** What is owed back to the policyholder, decimal text. */
  amount: decimalString,
});
export type WaitingReinstatement = z.infer<typeof waitingReinstatement>;

/** What waits after the account was settled: nothing once nothing is owed back, as after a refund. */
export function stillWaiting(waits: WaitingReinstatement | null, owed: string): WaitingReinstatement | null {
  if (waits === null || Number(owed) === 0) return null;
  return waits.amount === owed ? waits : { ...waits, amount: owed };
}
