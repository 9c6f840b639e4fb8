import type { EveryField } from '../../../domain/ground/every-field.js';
import type { Deadline } from '../../../domain/policy/deadlines.js';
import { dueAfter, type ForeseenTask, isForeseenFee, openAmountOf } from '../../../domain/policy/foresee.js';
import type { PlannedStatement, PolicyTask, PolicyTaskKind } from '../../../domain/policy/upcoming.js';
import type { Stop } from '../../../domain/quote/stopped-quote.js';
import { effectOf } from '../../holds/hold-effect.js';
import type { UpcomingEntry, UpcomingType } from './schemas.js';

const typesOfTasks: { readonly [kind in Exclude<PolicyTaskKind, 'END_TERM'>]: UpcomingType } = {
  BILL_STATEMENT: 'STATEMENT_CREATED',
  WRITE_OFF_SHORTFALL: 'SHORTFALL_WRITTEN_OFF',
  ANNOUNCE_CHARGE: 'CHARGE_ANNOUNCED',
  COLLECT_STATEMENT: 'PAYMENT_COLLECT',
  REMIND_OF_PAYMENT: 'PAYMENT_REMINDER',
  MARK_PAST_DUE: 'STATEMENT_PAST_DUE',
  GIVE_NOTICE_OF_NON_PAYMENT: 'PRE_POLICY_CANCELLATION',
  CANCEL_BY_NOTICE: 'POLICY_CANCEL',
  WITHDRAW_NOTICE: 'CANCELLATION_NOTICE_WITHDRAWN',
  APPLY_CHANGE: 'CHANGE_IN_FORCE',
  VOID_UNFINANCED: 'POLICY_CANCEL',
  ACTIVATE_UNFINANCED: 'POLICY_ACTIVATED',
  END_COVERAGE: 'COVERAGE_ENDS',
  TELL_OF_RENEWAL: 'CUSTOMER_RENEWAL_90_DAYS_OUT',
  QUOTE_RENEWAL: 'POLICY_RENEWAL_QUOTING',
  SETTLE: 'POLICY_SETTLED',
  CLOSE: 'POLICY_CLOSED',
};

/**
 * A task to come as the interface has it.
 *
 * @param stops what would stop the next term for which a quote is held.
 */
export function entryOfTask(foreseen: ForeseenTask, stops: readonly Stop[]): EveryField<UpcomingEntry> {
  const { on, task, policy, renews, unless } = foreseen;
  const statement = statementOf(foreseen);
  const { kind } = task;
  const isBilled = kind === 'BILL_STATEMENT';
  const renewalQuoteId = kind === 'END_TERM' && renews ? policy.renewalQuoteId : null;
  return {
    on,
    type: kind === 'END_TERM' ? (renews ? 'POLICY_RENEWED' : 'POLICY_EXPIRED') : typesOfTasks[kind],
    description: describe(foreseen, statement),
    unless,
    amount: statement === undefined ? null : Number(isBilled ? statement.amount : openAmountOf(statement)),
    dueDate: isBilled && statement !== undefined ? dueAfter(on, statement) : null,
    cancellationDate: kind === 'GIVE_NOTICE_OF_NON_PAYMENT' ? task.cancelOn : null,
    statementId: statement === undefined || isForeseenFee(statement) ? null : statement.id,
    quoteId: renewalQuoteId,
    holds: renewalQuoteId === null ? [] : stops.map(effectOf),
    noticeId: kind === 'CANCEL_BY_NOTICE' || kind === 'WITHDRAW_NOTICE' ? policy.noticeId : null,
    termNumber: policy.termNumber,
  };
}

function statementOf({ task, policy }: ForeseenTask): PlannedStatement | undefined {
  return 'statementId' in task ? policy.statements.find(({ id }) => id === task.statementId) : undefined;
}

function describe(
  { on, task, policy, renews }: ForeseenTask,
  statement: PlannedStatement | undefined,
): string {
  const open = statement === undefined ? '' : openAmountOf(statement);
  switch (task.kind) {
    case 'BILL_STATEMENT':
      return billedInWords(on, statement);
    case 'WRITE_OFF_SHORTFALL':
      return `The open amount of a statement, ${open}, is written off`;
    case 'ANNOUNCE_CHARGE':
      return `The client is told that ${open} will be charged`;
    case 'COLLECT_STATEMENT':
      return `${open} is charged to the saved payment method`;
    case 'REMIND_OF_PAYMENT':
      return `The client is reminded of ${open}, due on ${statement?.dueDate}`;
    case 'MARK_PAST_DUE':
      return `A statement is past due: ${open} was due on ${statement?.dueDate}`;
    case 'GIVE_NOTICE_OF_NON_PAYMENT':
      return `Notice of cancellation for non-payment of ${open}, from ${task.cancelOn}`;
    case 'END_TERM':
      return renews ? `The policy is renewed as term ${policy.termNumber + 1}` : 'The policy expires';
    case 'CANCEL_BY_NOTICE':
      return policy.noticeStatementIds === null
        ? 'The policy is canceled by its notice'
        : 'The policy is canceled for non-payment';
    case 'WITHDRAW_NOTICE':
    case 'APPLY_CHANGE':
    case 'VOID_UNFINANCED':
    case 'ACTIVATE_UNFINANCED':
    case 'END_COVERAGE':
    case 'TELL_OF_RENEWAL':
    case 'QUOTE_RENEWAL':
    case 'SETTLE':
    case 'CLOSE':
      return inWords[task.kind];
  }
}

function billedInWords(on: string, statement: PlannedStatement | undefined): string {
  if (statement === undefined) return 'A statement is billed';
  const { kind, amount } = statement;
  const what = kind === 'LATE_FEE' ? 'A late fee' : 'A statement';
  return `${what} of ${amount} is billed, due on ${dueAfter(on, statement)}`;
}

const inWords: {
  readonly [kind in Exclude<
    PolicyTask['kind'],
    | 'BILL_STATEMENT'
    | 'WRITE_OFF_SHORTFALL'
    | 'ANNOUNCE_CHARGE'
    | 'COLLECT_STATEMENT'
    | 'REMIND_OF_PAYMENT'
    | 'MARK_PAST_DUE'
    | 'GIVE_NOTICE_OF_NON_PAYMENT'
    | 'END_TERM'
    | 'CANCEL_BY_NOTICE'
  >]: string;
} = {
  WITHDRAW_NOTICE: 'The notice of cancellation is withdrawn: the past-due amount has been paid',
  APPLY_CHANGE: 'An endorsement takes effect',
  VOID_UNFINANCED: 'The policy is voided: the finance company did not pay in time',
  ACTIVATE_UNFINANCED: 'The policy begins without financing: the policyholder owes the premium',
  END_COVERAGE: 'Coverage ends: the policy was canceled',
  TELL_OF_RENEWAL: 'The client is told of the renewal',
  QUOTE_RENEWAL: 'The renewal is quoted',
  SETTLE: 'The account is settled',
  CLOSE: 'The policy is closed',
};

const deadlineInWords: { readonly [type in Deadline['type']]: string } = {
  AUDIT_WINDOW_ENDS: 'The last day on which the premium of the term can be audited',
  REINSTATEMENT_ENDS: 'The last day on which the canceled policy can be reinstated',
  COVERAGE_RESUMES: 'Coverage resumes after a lapse',
  QUOTE_EXPIRES: 'The renewal quote expires',
};

/** A day on which something ends, as the interface has it. */
export function entryOfDeadline(
  { type, on, termNumber }: Deadline,
  quoteId: string | null,
): EveryField<UpcomingEntry> {
  return {
    on,
    type,
    description: deadlineInWords[type],
    unless: type === 'QUOTE_EXPIRES' ? ['ACCEPTED'] : [],
    amount: null,
    dueDate: null,
    cancellationDate: null,
    statementId: null,
    quoteId: type === 'QUOTE_EXPIRES' ? quoteId : null,
    holds: [],
    noticeId: null,
    termNumber,
  };
}
