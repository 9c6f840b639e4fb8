import type { Knex } from 'knex';
import { owedBack } from '../../domain/billing/refund.js';
import type { Charge } from '../../domain/billing/spread.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { Cents, sumOfAmounts } from '../../domain/money/cents.js';
import type { ReturnMethod } from '../../domain/policy/cancellation.js';
import { totalOfChange } from '../../domain/policy/policy-change.js';
import {
  type PricedCancellation,
  type PricedReinstatement,
  pricedCancellation,
  pricedReinstatement,
} from '../../domain/policy/priced-cancellation.js';
import { refundsOnTheirWay } from '../billing/pending-refunds.js';
import { standingOfPolicy } from '../billing/settle-account.js';
import type { Policy } from '../models/policy.js';
import { billOfChange, openEntries, unbilledInstalments } from './bill-change.js';
import { type PolicyStanding, readLinesOfCancellation } from './read-history.js';

/**
 * The statement that a change would make, its premium with open entries of the ledger, and the account afterwards;
 * decimal text.
 */
export interface PreviewedBill extends Charge {
  /** Positive: to be paid. Negative: credited. */
  amount: string;
  /** Of the whole account afterwards, scheduled statements included. Negative: owed to the policyholder. */
  balance: string;
}

export interface PreviewedCancellation {
  priced: PricedCancellation;
  taxesAndFees: string;
  /** The installments that are not billed any more. */
  withdrawn: string;
  bill: PreviewedBill;
  /** Of the cash received, what is then owed to the policyholder and not yet being refunded. */
  refundable: string;
}

/** What a cancellation would do to the account of a policy; decimal text. Changes nothing. */
export async function previewCancellation(
  db: Knex,
  policy: Policy,
  standing: PolicyStanding,
  {
    cancelledOn,
    method,
    digits,
    now,
  }: { cancelledOn: string; method: ReturnMethod; digits: number; now: BusinessTime },
): Promise<PreviewedCancellation> {
  const priced = pricedCancellation(standing, { cancelledOn, method, digits });
  const { unbilled, amount: withdrawn } = await unbilledInstalments(db, policy.id);
  const bill = await previewBill(db, policy, billOfChange(priced, unbilled), { upTo: null, withdrawn, now });
  const [{ paid }, { amount: onItsWay }] = await Promise.all([
    standingOfPolicy(db, policy.id, now.today),
    refundsOnTheirWay(db, policy.id),
  ]);
  const refundable = owedBack({ balance: bill.balance, paid, onItsWay });
  return { priced, taxesAndFees: totalOfChange(priced).taxesAndFees, withdrawn, bill, refundable };
}

/**
 * What the cancellation of a policy that is rewritten would do to its account, and what is then carried over to the new one;
 * decimal text. Changes nothing.
 */
export async function previewRewrite(
  db: Knex,
  policy: Policy,
  standing: PolicyStanding,
  { cancelledOn, digits, now }: { cancelledOn: string; digits: number; now: BusinessTime },
) {
  const method = { method: 'PRO_RATA' } as const;
  const preview = await previewCancellation(db, policy, standing, { cancelledOn, method, digits, now });
  return { ...preview, carriedOver: preview.refundable };
}

/** What a reinstatement would do to the account of a policy. Changes nothing. */
export async function previewReinstatement(
  db: Knex,
  policy: Policy,
  standing: PolicyStanding,
  { from, digits, now }: { from: string; digits: number; now: BusinessTime },
): Promise<{ priced: PricedReinstatement; premium: string; taxesAndFees: string; bill: PreviewedBill }> {
  const cancellation = await readLinesOfCancellation(db, policy, standing.term);
  const priced = pricedReinstatement(standing, { from, cancellation, digits });
  const total = totalOfChange(priced);
  const bill = await previewBill(db, policy, total, { upTo: now.today, withdrawn: '0', now });
  return { priced, ...total, bill };
}

async function previewBill(
  db: Knex,
  policy: Policy,
  total: Charge,
  { upTo, withdrawn, now }: { upTo: string | null; withdrawn: string; now: BusinessTime },
): Promise<PreviewedBill> {
  const [entries, { balance }] = await Promise.all([
    openEntries(db, policy, upTo),
    standingOfPolicy(db, policy.id, now.today),
  ]);
  const premium = sumOfAmounts([total.premium, ...entries.map((entry) => entry.premium)]);
  const amount = sumOfAmounts([premium, total.taxesAndFees]);
  const after = Cents.of(sumOfAmounts([balance, amount])).minus(Cents.of(withdrawn));
  return { premium, taxesAndFees: total.taxesAndFees, amount, balance: after.toText() };
}
