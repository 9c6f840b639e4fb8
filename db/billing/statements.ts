import type { Knex } from 'knex';
import { raw } from 'objection';
import type { StatementKind, StatementState } from '../../domain/billing/account.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { FollowUp } from '../events/follow-up.js';
import type { Policy } from '../models/policy.js';
import { Statement } from '../models/statement.js';

export interface StatementToBill {
  kind: StatementKind;
  dueDate: string;
  /** Decimal text; negative if it is owed to the policyholder. */
  amount: string;
  /** `SCHEDULED`: billed on its billing day. */
  state: Extract<StatementState, 'SCHEDULED' | 'DUE'>;
  /** Its parts: `{premium, taxesAndFees, instalmentFee}` and the like. */
  data?: JsonObject;
}

/**
 * Adds statements to a policy's current term, numbered consecutively; call `settleAccount` afterwards. The
 * policy must be locked.
 */
export async function addStatements(
  trx: Knex,
  policy: Pick<Policy, 'id' | 'termNumber'>,
  statements: readonly StatementToBill[],
  now: BusinessTime,
): Promise<Statement[]> {
  if (statements.length === 0) return [];
  const { id: policyId, termNumber } = policy;
  const last = await Statement.query(trx)
    .where({ policy_id: policyId, term_number: termNumber })
    .max('number as number')
    .first();
  const before = last?.number ?? 0;
  return Statement.query(trx)
    .insert(
      statements.map(({ data = {}, ...statement }, index) => {
        const number = before + index + 1;
        return {
          ...statement,
          id: statementIdOf({ policyId, termNumber, number }),
          policyId,
          termNumber,
          number,
          createdAt: now,
          billedOn: statement.state === 'DUE' ? now.today : null,
          data,
        };
      }),
    )
    .returning('*');
}

/** The id of a statement, which is known before it is made. */
export function statementIdOf({
  policyId,
  termNumber,
  number,
}: Pick<Statement, 'policyId' | 'termNumber' | 'number'>): string {
  return derivedId(policyId, 'statement', String(termNumber), String(number));
}

/**
 * Bills the scheduled statements whose billing day has come, and returns them; each of them is a
 * `STATEMENT_CREATED` (`statementCreated`). One that is billed late, as after an outage, has as many days to pay as it
 * would have had.
 */
export async function billStatements(trx: Knex, policyId: string, today: string): Promise<Statement[]> {
  const billingDate = `coalesce((data ->> 'billingDate')::date, due_date)`;
  return Statement.query(trx)
    .where({ policy_id: policyId, state: 'SCHEDULED' })
    .whereRaw(`${billingDate} <= ?::date`, [today])
    .patch({
      state: 'DUE',
      billedOn: today,
      dueDate: raw(`due_date + (?::date - ${billingDate})`, [today]),
    })
    .returning('*');
}

/** In SQL: whether the bank decides on a charge of a statement. */
export const isUnderWay = `exists (
  select from collections c where c.statement_id = statements.id and c.state = 'PROCESSING')`;

/** Marks statements as past due that were not paid by their due date, and returns them; not while the bank decides on a charge. */
export async function markPastDue(trx: Knex, policyId: string, today: string): Promise<Statement[]> {
  const marked = await Statement.query(trx)
    .where({ policy_id: policyId, state: 'DUE' })
    .where('due_date', '<', today)
    .where('amount', '>', 0)
    .whereRaw(`not ${isUnderWay}`)
    .patch({ state: 'PAST_DUE' })
    .returning('*');
  return marked.sort((a, b) => a.dueDate.localeCompare(b.dueDate) || a.number - b.number);
}

/** Voids unbilled statements, as when a policy ends before its term does; call `settleAccount` afterwards. */
export async function voidScheduledStatements(trx: Knex, policyId: string): Promise<Statement[]> {
  return Statement.query(trx)
    .where({ policy_id: policyId, state: 'SCHEDULED' })
    .patch({ state: 'VOID' })
    .returning('*');
}

/** The notification that a statement was billed. */
export function statementCreated(statementId: string): FollowUp {
  return {
    id: derivedId(statementId, 'STATEMENT_CREATED'),
    type: 'STATEMENT_CREATED',
    payload: { statementId },
  };
}
