import type { Knex } from 'knex';
import { utcDate } from '../../domain/ground/calendar.js';
import { Cents, sumOfAmounts } from '../../domain/money/cents.js';
import type { ReturnMethod } from '../../domain/policy/cancellation.js';
import { totalOfCharges } from '../../domain/policy/charges.js';
import {
  type PricedCancellation,
  type PricedReinstatement,
  pricedCancellation,
  pricedReinstatement,
} from '../../domain/policy/priced-cancellation.js';
import { totalOf } from '../../domain/policy/proration.js';
import { standingOfPolicy } from '../billing/settle-account.js';
import type { Policy } from '../models/policy.js';
import { type BilledParts, billOfCancellation, openEntries, unbilledInstalments } from './bill-change.js';
import { type PolicyStanding, readLinesOfCancellation } from './read-history.js';

/** The statement that a change would make, and the account afterwards; decimal text. */
export interface PreviewedBill {
  /** The premium, with open entries of the ledger. */
  premium: string;
  taxesAndFees: string;
  /** Positive: to be paid. Negative: credited. */
  amount: string;
  /** Of the whole account afterwards, scheduled statements included. Negative: owed to the policyholder. */
  balance: string;
}

/** What a cancellation would do to the account of a policy. Changes nothing. */
export async function previewCancellation(
  db: Knex,
  policy: Policy,
  standing: PolicyStanding,
  { cancelledOn, method, now }: { cancelledOn: string; method: ReturnMethod; now: Date },
): Promise<{ priced: PricedCancellation; taxesAndFees: string; withdrawn: string; bill: PreviewedBill }> {
  const priced = pricedCancellation(standing, { cancelledOn, method });
  const taxesAndFees = totalOfCharges(priced.charges);
  const unbilled = await unbilledInstalments(db, policy.id);
  const parts = billOfCancellation(unbilled, { ...priced.returns, taxesAndFees });
  const bill = await previewBill(db, policy, parts, { upTo: null, withdrawn: unbilled.amount, now });
  return { priced, taxesAndFees, withdrawn: unbilled.amount, bill };
}

/** What a reinstatement would do to the account of a policy. Changes nothing. */
export async function previewReinstatement(
  db: Knex,
  policy: Policy,
  standing: PolicyStanding,
  { from, now }: { from: string; now: Date },
): Promise<{ priced: PricedReinstatement; premium: string; taxesAndFees: string; bill: PreviewedBill }> {
  const cancellation = await readLinesOfCancellation(db, policy, standing.term);
  const priced = pricedReinstatement(standing, { from, cancellation });
  const premium = totalOf(priced.lines).toAmount();
  const taxesAndFees = totalOfCharges(priced.charges);
  const upTo = utcDate(now);
  const bill = await previewBill(db, policy, { premium, taxesAndFees }, { upTo, withdrawn: '0', now });
  return { priced, premium, taxesAndFees, bill };
}

async function previewBill(
  db: Knex,
  policy: Policy,
  parts: BilledParts,
  { upTo, withdrawn, now }: { upTo: string | null; withdrawn: string; now: Date },
): Promise<PreviewedBill> {
  const [entries, { balance }] = await Promise.all([
    openEntries(db, policy, upTo),
    standingOfPolicy(db, policy.id, utcDate(now)),
  ]);
  const premium = sumOfAmounts([parts.premium, ...entries.map((entry) => entry.premium)]);
  const amount = sumOfAmounts([premium, parts.taxesAndFees]);
  const after = Cents.of(sumOfAmounts([balance, amount])).minus(Cents.of(withdrawn));
  return { premium, taxesAndFees: parts.taxesAndFees, amount, balance: after.toAmount() };
}
