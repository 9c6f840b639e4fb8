import { expect } from 'vitest';
import type { Database } from '../../db/database.js';
import { readLines } from '../../db/ledger/read-lines.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Payment } from '../../db/models/payment.js';
import { PaymentAllocation } from '../../db/models/payment-allocation.js';
import { Policy } from '../../db/models/policy.js';
import { PolicyChange } from '../../db/models/policy-change.js';
import { Statement } from '../../db/models/statement.js';
import { readPolicyChanges } from '../../db/policies/read-history.js';
import { standingOf } from '../../domain/billing/payment-status.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { Cents, sumOfAmounts } from '../../domain/money/cents.js';
import { totalOfCharges } from '../../domain/policy/charges.js';
import { type PolicyState, policyMoves } from '../../domain/policy/policy-state.js';
import { earnedOn, netted, totalOf } from '../../domain/policy/proration.js';
import { historyOf } from '../../domain/policy/timeline.js';
import type { QuoteDetails } from '../../domain/quote/quote.js';

/** Who records entries by hand in generated lives. */
export const atTheLedger = { name: 'The back office' };

/** What the rows of a policy say about each other, whatever was done to it. Answers the policy. */
export async function expectSound(db: Database, policyId: string, now: Date): Promise<Policy> {
  const policy = await Policy.query(db).findById(policyId).throwIfNotFound();
  const by = { policy_id: policyId };
  const [journal, statements, payments, entries, changes, recorded, lines] = await Promise.all([
    LedgerLine.query(db).where(by),
    Statement.query(db).where(by),
    Payment.query(db).where(by),
    LedgerEntry.query(db).where('parent_policy_id', policyId).whereNull('deleted_at'),
    readPolicyChanges(db, policy),
    PolicyChange.query(db).where(by),
    readLines(db, policyId),
  ]);
  const allocations = await PaymentAllocation.query(db).whereIn(
    'payment_id',
    payments.map(({ id }) => id),
  );
  const history = historyOf(changes)!;
  const live = statements.filter(({ state }) => state !== 'VOID');

  expect(history.terms).toHaveLength(policy.termNumber);
  for (const term of history.terms) {
    const ofTerm = <Row extends { termNumber: number }>(rows: Row[]) =>
      rows.filter(({ termNumber }) => termNumber === term.number);
    const byHand = ofTerm(journal).filter(({ createdBy }) => createdBy?.name === atTheLedger.name);
    const journaled = sumOfAmounts(ofTerm(journal).map(({ premiumChange }) => premiumChange));
    const expected = [...ofTerm(recorded), ...byHand].map(({ premiumChange }) => premiumChange);
    expect(journaled, 'the journal sums to the premium of each term').toBe(sumOfAmounts(expected));
    const layers = ofTerm(lines);
    const coverageEnds = term.cancellation?.cancelledOn ?? term.expirationDate;
    const untilThen = layers.filter(({ from }) => from <= coverageEnds);
    expect(earnedOn(untilThen, coverageEnds).toAmount(2), 'all is earned when coverage ends').toBe(
      totalOf(untilThen).toAmount(2),
    );
    expect(
      netted(layers).filter(({ from, until }) => from < term.effectiveDate || until > term.expirationDate),
    ).toEqual([]);
    const charged = ofTerm(journal).filter(({ entryId }) => entryId !== null);
    expect(sumOfAmounts(charged.map(({ chargeChange }) => chargeChange)), 'the journal has all taxes').toBe(
      totalOfCharges(term.charges),
    );
    const taxes = sumOfAmounts(ofTerm(live).map(({ data }) => String(data.taxesAndFees)));
    expect(taxes, 'statements sum to the taxes and fees').toBe(totalOfCharges(term.charges));
    const billed = sumOfAmounts(ofTerm(live).map(({ data }) => String(data.premium)));
    const applied = ofTerm(entries).filter(({ appliedToStatement }) => appliedToStatement);
    expect(billed, 'statements sum to what was applied').toBe(
      sumOfAmounts(applied.map((entry) => entry.premium)),
    );
    const open = ofTerm(entries).filter(({ appliedToStatement }) => !appliedToStatement);
    expect(open.filter(({ createdBy }) => createdBy?.name !== atTheLedger.name)).toEqual([]);
    if (
      term.number < policy.termNumber ||
      policy.policyState === 'INACTIVE_UNSETTLED' ||
      policy.policyState === 'SETTLED'
    )
      expect(open, 'the ledger of a term that is over is billed').toEqual([]);
    if (term.number === policy.termNumber) expect(policy.premium).toBe(journaled);
  }
  for (const entry of entries) {
    const own = lines.filter(({ entryId }) => entryId === entry.id);
    expect(totalOf(own).toAmount(2), 'the lines of an entry sum to it').toBe(entry.premium);
  }
  for (const { amount, data } of live) {
    const parts = [data.premium, data.taxesAndFees, data.instalmentFee ?? '0'].map(String);
    expect(sumOfAmounts(parts), 'a statement is the sum of its parts').toBe(amount);
  }

  const fees = journal.filter(({ statementId }) => statementId !== null);
  const billedFees = live.filter(({ kind }) => ['LATE_FEE', 'NSF_FEE', 'WRITE_OFF'].includes(kind));
  expect(sumOfAmounts(fees.map(({ chargeChange }) => chargeChange)), 'the journal has all fees').toBe(
    sumOfAmounts(billedFees.map(({ amount }) => amount)),
  );
  const contract = policy.policyContract as unknown as QuoteDetails;
  const coverages = contract.coverageTypes.flatMap((group) => group.coverages);
  expect(
    sumOfAmounts(coverages.map(({ premium }) => premium.amount.toFixed(2))),
    'the coverages of the contract sum to its premium',
  ).toBe(contract.premium.amount.toFixed(2));

  const paid = sumOfAmounts(statements.map(({ paidAmount }) => paidAmount));
  expect(paid, 'what is paid on statements was allocated').toBe(
    sumOfAmounts(allocations.map(({ amount }) => amount)),
  );
  for (const { id, amount } of payments) {
    const used = sumOfAmounts(
      allocations.filter(({ paymentId }) => paymentId === id).map((one) => one.amount),
    );
    expect(Cents.of(amount).isLessThan(Cents.of(used)), 'no payment is used twice').toBe(false);
  }
  expect(policy.status).toBe(standingOf(statements, payments, utcDate(now)).status);
  return policy;
}

/** Whether the table of states leads from one to the other, in whatever number of moves. */
export function isReachable(from: PolicyState, to: PolicyState): boolean {
  const reached = new Set<PolicyState>([from]);
  for (let grown = true; grown; ) {
    const next = policyMoves.filter(
      (move) => move.from !== null && reached.has(move.from) && !reached.has(move.to),
    );
    for (const move of next) reached.add(move.to);
    grown = next.length > 0;
  }
  return reached.has(to);
}
