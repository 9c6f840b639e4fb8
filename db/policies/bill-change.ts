import type { Knex } from 'knex';
import type { StatementKind } from '../../domain/billing/account.js';
import type { JsonObject } from '../../domain/json.js';
import { Cents } from '../../domain/policy/cents.js';
import { addDays, dateOf } from '../../domain/policy/days.js';
import { type SettledAccount, settleAccount } from '../billing/settle-account.js';
import { addStatements, statementCreated, voidScheduledStatements } from '../billing/statements.js';
import type { FollowUp } from '../events/follow-up.js';
import { applyLedgerEntry } from '../ledger/record-entry.js';
import type { LedgerEntry } from '../models/ledger-entry.js';
import { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';

/** What a change charges or, below zero, returns; decimal text. */
export interface ChargeToBill {
  kind: Exclude<StatementKind, 'INSTALMENT'>;
  premium: string;
  taxesAndFees: string;
  /** The ledger's entry of it, which the statement takes in. */
  entry: LedgerEntry | undefined;
  /** Days to pay in. */
  dueDays: number;
  triggerRequestId: string | null;
  data?: JsonObject;
  now: Date;
}

/** What came of billing: the policy's account as it is now, and the notification of the statement. */
export interface BilledChange extends SettledAccount {
  fires: FollowUp[];
}

/** Bills a change at once, and settles the policy's account. What it returns pays open statements first. */
export async function billChange(trx: Knex, policyId: string, charge: ChargeToBill): Promise<BilledChange> {
  const { kind, premium, taxesAndFees, entry, dueDays, triggerRequestId, data = {}, now } = charge;
  const policy = await Policy.query(trx).findById(policyId).throwIfNotFound();
  const amount = Cents.of(premium).plus(Cents.of(taxesAndFees));
  const today = dateOf(now);
  const statements =
    entry === undefined && amount.isZero()
      ? []
      : await addStatements(
          trx,
          policy,
          [
            {
              kind,
              amount: amount.toAmount(),
              dueDate: amount.isLessThan(Cents.zero) ? today : addDays(today, dueDays),
              state: 'DUE',
              data: { billingDate: today, premium, taxesAndFees, ...data },
            },
          ],
          now,
        );
  const [statement] = statements;
  if (statement !== undefined && entry !== undefined) {
    await applyLedgerEntry(trx, { entryId: entry.id, statementId: statement.id, triggerRequestId, now });
  }
  const settled = await settleAccount(trx, policy, now);
  return { ...settled, fires: statements.map(({ id }) => statementCreated(id)) };
}

/** Of statements, decimal text. */
interface BilledParts {
  premium: string;
  taxesAndFees: string;
}

/**
 * Takes back the instalments that were not billed yet, and answers what they were for: it is billed, or returned, with
 * what ends the policy. What paying in instalments would have cost is not charged.
 */
export async function takeBackInstalments(
  trx: Knex,
  policyId: string,
): Promise<BilledParts & { statementIds: string[] }> {
  const taken = await voidScheduledStatements(trx, policyId);
  return { ...partsOf(taken), statementIds: taken.map(({ id }) => id) };
}

/** The taxes and fees that a policy's term has been billed for, and those still to be billed; decimal text. */
export async function taxesOfTerm(trx: Knex, { id, termNumber }: Policy): Promise<string> {
  const statements = await Statement.query(trx)
    .where({ policy_id: id, term_number: termNumber })
    .whereNot('state', 'VOID')
    .select('amount', 'data');
  return partsOf(statements).taxesAndFees;
}

function partsOf(statements: readonly Pick<Statement, 'amount' | 'data'>[]): BilledParts {
  let [premium, taxesAndFees] = [Cents.zero, Cents.zero];
  for (const { amount, data } of statements) {
    premium = premium.plus(Cents.of(String(data.premium ?? amount)));
    taxesAndFees = taxesAndFees.plus(Cents.of(String(data.taxesAndFees ?? '0')));
  }
  return { premium: premium.toAmount(), taxesAndFees: taxesAndFees.toAmount() };
}
