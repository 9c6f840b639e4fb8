import type { Knex } from 'knex';
import { raw } from 'objection';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import { stateOf } from '../../domain/policy/cancellation-notice.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { currentAnswers, historyOf } from '../../domain/policy/timeline.js';
import type { PolicyToPlan } from '../../domain/policy/upcoming.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { standingOfPolicy } from '../billing/settle-account.js';
import { isUnderWay } from '../billing/statements.js';
import { chargesOfPolicy } from '../collection/read-charges.js';
import { prepared } from '../models/base.js';
import { Payment } from '../models/payment.js';
import type { Policy } from '../models/policy.js';
import { PolicyChange } from '../models/policy-change.js';
import { PolicyEvent } from '../models/policy-event.js';
import { Statement } from '../models/statement.js';
import { readPolicyChanges } from './read-history.js';
import { changesBeforeRenewal, isOutdated, renewalUnderWay } from './renewal-standing.js';

/** What a policy's tasks are planned by, besides its records. */
export interface PlanningBy {
  now: BusinessTime;
  settings: PolicySettings;
  /** By the product's `mail`; none: clients are not reminded. */
  reminderDays?: number | undefined;
}

type StatementOfPlan = Statement & { isUnderWay: boolean };

/** The days before a due date on which a product reminds its clients. */
export const reminderDaysOf = ({ mail }: Pick<ProductDefinition, 'mail'>): number | undefined =>
  mail?.sends.REMINDER?.daysBefore;

/** The data that determine a policy's next tasks, read in the transaction that performs them. */
export async function readPolicyToPlan(
  trx: Knex,
  policy: Policy,
  { now, settings, reminderDays }: PlanningBy,
): Promise<PolicyToPlan> {
  const { id: policyId, policyState, termNumber, updatedAt } = policy;
  const statements = (await Statement.query(trx)
    .where({ policy_id: policyId })
    .whereIn('state', ['SCHEDULED', 'DUE', 'PAST_DUE'])
    .select('id', 'kind', 'due_date', 'amount', 'paid_amount', 'state', 'data')
    .select(raw(isUnderWay).as('is_under_way'))
    .orderBy(['term_number', 'number'])
    .modify(prepared, 'statements of plan')) as StatementOfPlan[];
  const ended = policyState === 'INACTIVE_UNSETTLED';
  const { balance } = ended ? await standingOfPolicy(trx, policyId, now.today) : { balance: '0' };
  const changes = await PolicyChange.query(trx)
    .where({ policy_id: policyId, term_number: termNumber })
    .whereIn('kind', changesBeforeRenewal)
    .orderBy('effective_date')
    .select('kind', 'effective_date')
    .modify(prepared, 'changes of plan');
  const ahead = changes.filter(
    ({ kind, effectiveDate }) =>
      (kind === 'ENDORSE' || kind === 'TRUE_UP') &&
      (policy.contractOn === null || effectiveDate > policy.contractOn),
  );
  const isPastDue = statements.some(({ state }) => state === 'PAST_DUE');
  // The state and returned payments count for notices of non-payment only.
  const givesNotice = settings.cancellation.nonPayment !== undefined;
  const isCharged = policyState === 'ACTIVE' && policy.cancelledOn === null && statements.length > 0;
  const charges = isCharged ? await chargesOfPolicy(trx, policyId) : undefined;
  const notice = policy.cancellationNoticeOn === null ? undefined : await readNotice(trx, policyId);
  return {
    today: now.today,
    policyState,
    termNumber,
    issuedOn: now.dayOf(policy.createdAt),
    effectiveDate: policy.effectiveDate,
    expirationDate: policy.expirationDate,
    cancelledOn: policy.cancelledOn,
    cancellationNoticeOn: policy.cancellationNoticeOn,
    noticeStatementIds: notice?.data.forNonPayment === true ? statementsOfNotice(notice, statements) : null,
    state: givesNotice && isPastDue ? stateOf(settings, await readAnswers(trx, policy, now.today)) : null,
    nonRenewed: policy.nonRenewed,
    renewal: await renewalOf(trx, policy, { isChanged: changes.length > 0 }),
    reminderDays,
    timesChanged: changes.length,
    takeEffectOn: [...new Set(ahead.map(({ effectiveDate }) => effectiveDate))],
    balanced: Number(balance) === 0,
    returnedPayments: givesNotice ? await countReturnedPayments(trx, policyId) : 0,
    settledOn: policyState === 'SETTLED' ? now.dayOf(updatedAt) : null,
    statements: statements.map(({ id, kind, dueDate, amount, paidAmount, state, data, isUnderWay }) => ({
      id,
      kind,
      dueDate,
      amount,
      paidAmount,
      isMoved: data.originalDueDate !== undefined,
      charges: charges?.get(id),
      isUnderWay,
      state,
      billingDate: typeof data.billingDate === 'string' ? data.billingDate : dueDate,
    })),
  };
}

async function countReturnedPayments(trx: Knex, policyId: string): Promise<number> {
  return Payment.query(trx).where({ policy_id: policyId }).whereNotNull('reverses').resultSize();
}

/** How far the renewal is. Only a quote of a term that was changed can be outdated. */
async function renewalOf(
  trx: Knex,
  policy: Policy,
  { isChanged }: { isChanged: boolean },
): Promise<PolicyToPlan['renewal']> {
  const quote = isChanged ? await renewalUnderWay(trx, policy) : undefined;
  if (quote !== undefined && (await isOutdated(trx, policy, quote))) return 'OUTDATED';
  return policy.renewalQuoteId === null ? 'OPEN' : 'HELD';
}

/** The statements of a notice; of one that names none, those that are past due. */
function statementsOfNotice({ data }: PolicyEvent, open: readonly Statement[]): string[] {
  const { statementIds } = data;
  if (Array.isArray(statementIds)) return statementIds.map(String);
  return open.filter(({ state }) => state === 'PAST_DUE').map(({ id }) => id);
}

/** A policy's answers on a day of its current term. */
export async function readAnswers(trx: Knex, policy: Policy, date: string): Promise<AnswerMap> {
  const history = historyOf(await readPolicyChanges(trx, policy));
  return history === null ? {} : currentAnswers(history, date);
}

/** The last notice of cancellation. */
export async function readNotice(trx: Knex, policyId: string): Promise<PolicyEvent | undefined> {
  return PolicyEvent.query(trx)
    .where({ policy_id: policyId, type: 'CANCELLATION_NOTICE' })
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'seq', order: 'desc' },
    ])
    .first();
}
