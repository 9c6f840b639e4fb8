import type { Transaction } from 'objection';
import { readPaperless } from '../../db/clients/paperless.js';
import type { AcceptedEvent } from '../../db/events/read-event.js';
import type { Policy } from '../../db/models/policy.js';
import { Statement } from '../../db/models/statement.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AnswerMap } from '../../domain/intake/answers.js';
import {
  type CancellationGround,
  stateOf,
  whyNotNoReason,
  whyNotShortNotice,
} from '../../domain/policy/cancellation-notice.js';
import { type NoticeRecord, noticeRecord, statementsOfNotice } from '../../domain/policy/notice-record.js';
import type { PolicySettings } from '../../domain/policy/policy-settings.js';
import { refused } from '../ground/failures.js';
import { refuseIf } from './policy-of-event.js';

export interface NoticeToGive {
  settings: PolicySettings;
  /** The reason in the product and its field in the payload. */
  reasonConfigId: string | undefined;
  reasonField: string;
  /** The ground of a notice without a reason. */
  ground: CancellationGround;
  /** The reason as the caller words it. */
  label: string | undefined;
  effectiveDate: string;
  /** The policy's answers today. */
  answers: AnswerMap;
  backofficeIntake: JsonObject | undefined;
  /** The product sends notices by mail to clients who consent to it. */
  isSentByMail: boolean;
  /** The days were checked before: by an earlier notice, or by the service's own plan. */
  isInTime: boolean;
  now: BusinessTime;
}

export interface GivenNotice extends NoticeRecord {
  /** The statements that the policyholder has to pay, on the ground of non-payment. */
  statementIds: string[];
}

/**
 * The notice that a cancellation gives, or is given by. Refuses one without a required reason, with too few days, or for
 * a non-payment of nothing. The policy must be locked.
 */
export async function noticeOfEvent(
  trx: Transaction,
  event: AcceptedEvent,
  policy: Policy,
  { settings: { cancellation, currency }, reasonConfigId, reasonField: field, now, ...given }: NoticeToGive,
): Promise<GivenNotice> {
  const reason = cancellation.reasons.find(({ configId }) => configId === reasonConfigId);
  const ground = reason?.ground ?? given.ground;
  const today = now.today;
  refuseIf(whyNotNoReason(cancellation, { reason, byIssuer: isIssuers(event, policy), field }));
  const { answers, effectiveDate, isInTime, label, backofficeIntake } = given;
  if (!isInTime) {
    const state = stateOf({ cancellation }, answers);
    refuseIf(whyNotShortNotice(cancellation, { ground, reason, state, today, effectiveDate }));
  }
  const open = ground === 'NON_PAYMENT' ? await openStatements(trx, policy.id) : [];
  const unpaid = statementsOfNotice(open);
  const wishes = given.isSentByMail ? await readPaperless(trx, policy.clientId) : undefined;
  const { insuredName } = policy.policyMeta;
  const record = noticeRecord(cancellation, {
    ground,
    reason,
    label,
    unpaid,
    currency,
    today,
    backofficeIntake,
    mailAddress: wishes?.address ?? null,
    cancelledOn: effectiveDate,
    insured: { name: typeof insuredName === 'string' ? insuredName : null, answers },
  });
  return { ...record, statementIds: unpaid.map(({ id }) => id) };
}

/** Whether the organization that issued the policy fired the event, not the one that sold it nor the service. */
export function isIssuers({ byService, organizationId }: AcceptedEvent, policy: Policy): boolean {
  return !byService && organizationId === policy.issuingOrganizationId;
}

/** Refuses a notice for non-payment to somebody who owes nothing. */
export function refuseNothingDue({ ground, statementIds }: GivenNotice): void {
  if (ground !== 'NON_PAYMENT' || statementIds.length > 0) return;
  throw refused('no statement is due: nothing can be paid to prevent the cancellation', 'payload.policyId');
}

function openStatements(trx: Transaction, policyId: string): Promise<Statement[]> {
  return Statement.query(trx)
    .where('policy_id', policyId)
    .whereIn('state', ['DUE', 'PAST_DUE'])
    .orderBy(['due_date', 'id'])
    .execute();
}
