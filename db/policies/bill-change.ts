import type { Knex } from 'knex';
import type { StatementKind } from '../../domain/billing/account.js';
import type { Charge } from '../../domain/billing/spread.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays, laterOf } from '../../domain/ground/calendar.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { Cents, sumOfAmounts } from '../../domain/money/cents.js';
import { type PricedChange, totalOfChange } from '../../domain/policy/policy-change.js';
import { type SettledAccount, settleAccount } from '../billing/settle-account.js';
import { addStatements, statementCreated, voidScheduledStatements } from '../billing/statements.js';
import type { FollowUp } from '../events/follow-up.js';
import { applyLedgerEntry } from '../ledger/record-entry.js';
import { LedgerEntry } from '../models/ledger-entry.js';
import type { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';

/** How a statement is made. */
interface Billing {
  kind: Exclude<StatementKind, 'INSTALMENT'>;
  /** Days until the due date. */
  dueDays: number;
  triggerRequestId: string | null;
  data?: JsonObject;
  now: BusinessTime;
}

/** How a change is billed. */
interface BillingOfChange extends Billing {
  /** Its ledger entry, which the statement includes. */
  entry: LedgerEntry | undefined;
  /** The last day of the open entries to include; by default today, null for all days. */
  upTo?: string | null;
  /** The installments that it has voided. */
  unbilled?: Charge;
}

/** The result of billing: the policy's account as it is now, and the notification of the statement. */
export interface BilledChange extends SettledAccount {
  fires: FollowUp[];
}

/**
 * Bills a change at once, and settles the policy's account. A return pays open statements first. The
 * statement also includes the entries that the back office has recorded in the ledger until then.
 */
export async function billChange(
  trx: Knex,
  policy: Policy,
  change: PricedChange,
  { entry, upTo, unbilled, ...how }: BillingOfChange,
): Promise<BilledChange> {
  const { effectiveDate, termNumber = policy.termNumber } = change;
  const open = await openEntries(
    trx,
    { id: policy.id, termNumber },
    upTo === undefined ? how.now.today : upTo,
  );
  const others = open.filter(({ id }) => id !== entry?.id);
  const { premium, taxesAndFees } = billOfChange(change, unbilled);
  return billEntries(trx, policy, {
    ...how,
    termNumber,
    effectiveDate,
    taxesAndFees,
    premium: sumOfAmounts([premium, ...others.map((other) => other.premium)]),
    entries: entry === undefined ? others : [entry, ...others],
    data: { effectiveDate, ...how.data },
  });
}

/**
 * Bills the back office's ledger entries of the current term, up to a day or (null) of any day, in a separate
 * statement; undefined if there are none.
 */
export async function billOpenEntries(
  trx: Knex,
  policy: Policy,
  { upTo, dueDays, now }: { upTo: string | null; dueDays: number; now: BusinessTime },
): Promise<BilledChange | undefined> {
  const entries = await openEntries(trx, policy, upTo);
  if (entries.length === 0) return undefined;
  return billEntries(trx, policy, {
    kind: 'ENDORSEMENT',
    premium: sumOfAmounts(entries.map(({ premium }) => premium)),
    taxesAndFees: '0.00',
    entries,
    termNumber: policy.termNumber,
    effectiveDate: policy.effectiveDate,
    dueDays,
    triggerRequestId: null,
    data: { label: 'Ledger entries' },
    now,
  });
}

async function billEntries(
  trx: Knex,
  policy: Policy,
  bill: Charge & Billing & { entries: readonly LedgerEntry[]; termNumber: number; effectiveDate: string },
): Promise<BilledChange> {
  const { kind, premium, taxesAndFees, entries, termNumber, effectiveDate } = bill;
  const { triggerRequestId, data, now } = bill;
  const amount = Cents.of(premium).plus(Cents.of(taxesAndFees));
  const today = now.today;
  const dueDays = amount.isLessThan(Cents.zero) ? 0 : bill.dueDays;
  const toBill = {
    kind,
    amount: amount.toText(),
    dueDate: laterOf(addDays(today, dueDays), laterOf(effectiveDate, policy.effectiveDate)),
    state: 'DUE' as const,
    data: { billingDate: today, premium, taxesAndFees, ...data },
  };
  const isNothing = entries.length === 0 && amount.isZero();
  const statements = isNothing ? [] : await addStatements(trx, { id: policy.id, termNumber }, [toBill], now);
  for (const { id: statementId } of statements) {
    for (const { id: entryId } of entries) {
      await applyLedgerEntry(trx, { entryId, statementId, triggerRequestId, now });
    }
  }
  const settled = await settleAccount(trx, policy, now);
  return { ...settled, fires: statements.map(({ id }) => statementCreated(id)) };
}

/** Whether the ledger of the current term has entries that no statement includes. */
export async function hasOpenEntries(trx: Knex, policy: Policy): Promise<boolean> {
  return (await openEntries(trx, policy, null)).length > 0;
}

/** Entries of the current term that no statement includes. */
export function openEntries(
  trx: Knex,
  { id, termNumber }: Pick<Policy, 'id' | 'termNumber'>,
  upTo: string | null,
): Promise<LedgerEntry[]> {
  return LedgerEntry.query(trx)
    .where({ parent_policy_id: id, term_number: termNumber, applied_to_statement: false })
    .where((of) => (upTo === null ? of : of.where('effective_date', '<=', upTo)))
    .whereNull('deleted_at')
    .orderBy(['effective_date', 'created_at', 'id'])
    .execute();
}

/**
 * Voids the unbilled installments, and returns their parts, which the policy's last statement bills or
 * returns. Their installment fees are not charged.
 */
export async function takeBackInstalments(
  trx: Knex,
  policyId: string,
): Promise<{ unbilled: Charge; statementIds: string[] }> {
  const taken = await voidScheduledStatements(trx, policyId);
  return { unbilled: partsOf(taken), statementIds: taken.map(({ id }) => id) };
}

/** The unbilled installments of a policy, which a cancellation would void: their parts, and their amounts with fees. */
export async function unbilledInstalments(
  db: Knex,
  policyId: string,
): Promise<{ unbilled: Charge; amount: string }> {
  const scheduled = await Statement.query(db).where({ policy_id: policyId, state: 'SCHEDULED' });
  return { unbilled: partsOf(scheduled), amount: sumOfAmounts(scheduled.map(({ amount }) => amount)) };
}

/** What the statement of a change bills: its total, with the installments that it has voided. */
export function billOfChange(
  change: PricedChange,
  unbilled: Charge = { premium: '0.00', taxesAndFees: '0.00' },
): Charge {
  const { premium, taxesAndFees } = totalOfChange(change);
  return {
    premium: sumOfAmounts([premium, unbilled.premium]),
    taxesAndFees: sumOfAmounts([taxesAndFees, unbilled.taxesAndFees]),
  };
}

function partsOf(statements: readonly Pick<Statement, 'amount' | 'data'>[]): Charge {
  let [premium, taxesAndFees] = [Cents.zero, Cents.zero];
  for (const { amount, data } of statements) {
    premium = premium.plus(Cents.of(String(data.premium ?? amount)));
    taxesAndFees = taxesAndFees.plus(Cents.of(String(data.taxesAndFees ?? '0')));
  }
  return { premium: premium.toText(), taxesAndFees: taxesAndFees.toText() };
}
