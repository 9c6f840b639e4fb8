import type { Knex } from 'knex';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import type { Objection } from '../../domain/ground/objection.js';
import { openAmountOf } from '../../domain/policy/foresee.js';
import { Collection } from '../models/collection.js';
import { CollectionAgreement } from '../models/collection-agreement.js';
import { Event } from '../models/event.js';
import type { Policy } from '../models/policy.js';
import { SavedMethod } from '../models/saved-method.js';
import { Statement } from '../models/statement.js';

export interface ChargeToPlan {
  statementId: string;
  triggerRequestId: string;
  actionId: string;
  organizationId: string;
  currency: string;
  now: BusinessTime;
}

/** A charge, and whether an earlier attempt recorded it and may have requested it. */
export interface PlannedCharge {
  collection: Collection;
  wasAsked: boolean;
}

/**
 * Records a charge of what is open of a statement before the provider is asked, or returns why it is not charged. One that is
 * recorded is returned unchanged. The policy must be locked.
 */
export async function planCharge(
  trx: Knex,
  policy: Policy,
  { statementId, triggerRequestId, actionId, organizationId, currency, now }: ChargeToPlan,
): Promise<PlannedCharge | Objection> {
  const id = derivedId(triggerRequestId, actionId, 'collection');
  const known = await Collection.query(trx).findById(id);
  if (known !== undefined) return { collection: known, wasAsked: true };
  const agreement = await CollectionAgreement.query(trx).findById(policy.id).whereNull('ended_at');
  const method = agreement && (await SavedMethod.query(trx).findById(agreement.methodId));
  const statement = await Statement.query(trx).findOne({ id: statementId, policy_id: policy.id });
  const objection =
    whyNotPolicy(policy) ??
    (await whyNotYet(trx, policy.id, statementId)) ??
    whyNotStatement(statement, statementId, now);
  if (objection !== null) return objection;
  if (agreement === undefined || method === undefined || statement === undefined) {
    return { reason: 'nobody agreed that the policy is collected by itself', field: 'policyId' };
  }
  if (method.state !== 'ACTIVE' || method.methodReference === null) {
    return { reason: `the payment method is ${method.state}`, field: 'policyId' };
  }
  // Nothing is charged really in a time that is not real.
  const isReal = policy.clockId === null;
  const collection = await Collection.query(trx)
    .insert({
      id,
      policyId: policy.id,
      statementId,
      methodId: method.id,
      organizationId,
      triggerRequestId,
      agreement: agreement.version,
      onDay: now.today,
      provider: method.provider,
      amount: openAmountOf(statement),
      currency,
      state: isReal ? 'PENDING' : 'NOT_CHARGED',
      reason: isReal ? null : 'the policy has a test clock',
      createdAt: now.systemTime,
      endedAt: isReal ? null : now.systemTime,
    })
    .returning('*');
  return { collection, wasAsked: false };
}

function whyNotPolicy({ policyState, cancelledOn }: Policy): Objection | null {
  if (policyState === 'ACTIVE' && cancelledOn === null) return null;
  const why = cancelledOn === null ? `the policy is ${policyState}` : 'the policy is canceled';
  return { reason: `${why}: it is not charged`, field: 'policyId' };
}

function whyNotStatement(
  statement: Statement | undefined,
  statementId: string,
  { today }: BusinessTime,
): Objection | null {
  const field = 'statementId';
  if (statement === undefined) return { reason: `the policy has no statement ${statementId}`, field };
  const { state, dueDate, amount } = statement;
  if (state !== 'DUE' && state !== 'PAST_DUE') return { reason: `the statement is ${state}`, field };
  if (Number(amount) <= 0) return { reason: 'the statement is a credit', field };
  return dueDate <= today ? null : { reason: `the statement is due on ${dueDate}`, field };
}

/** A charge whose result is not known, and a charge of the same statement that the bank still decides on. */
async function whyNotYet(trx: Knex, policyId: string, statementId: string): Promise<Objection | null> {
  const [open] = await Collection.query(trx)
    .where('policy_id', policyId)
    .where((query) =>
      query.where('state', 'PENDING').orWhere({ state: 'PROCESSING', statement_id: statementId }),
    )
    .orderBy('created_at')
    .limit(1);
  if (open === undefined) return null;
  return { reason: `the charge ${open.id} is under way: wait for its result`, field: 'statementId' };
}

/** Charges without a result whose events had ended by a moment: nothing goes on with them. */
export async function abandonedCharges(db: Knex, policyId: string, overBy: Date): Promise<Collection[]> {
  const over = Event.query(db).where('closed_at', '<', overBy).select('trigger_request_id');
  return Collection.query(db)
    .where({ policy_id: policyId, state: 'PENDING' })
    .whereIn('trigger_request_id', over);
}
