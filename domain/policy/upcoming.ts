import type { StatementKind, StatementState } from '../billing/account.js';
import {
  collectionSettingsOf,
  dueAfterNotice,
  nextCharge,
  type PlannedCharges,
} from '../billing/collection.js';
import { addDays, earlierOf, laterOf } from '../ground/calendar.js';
import { derivedId } from '../ground/derived-id.js';
import { Cents } from '../money/cents.js';
import { financeDeadline } from './binding-rules.js';
import { leastNotice, nonPaymentReason } from './cancellation-notice.js';
import type { PolicySettings } from './policy-settings.js';
import type { PolicyState } from './policy-state.js';

/** The fields of a policy that decide its upcoming tasks. */
export interface PolicyToPlan {
  /** The day on which the plan is made. */
  today: string;
  policyState: PolicyState;
  termNumber: number;
  /** The day on which the policy was issued. */
  issuedOn: string;
  effectiveDate: string;
  /** First day that the term does not cover. */
  expirationDate: string;
  /** First day without coverage, if the policy was canceled. */
  cancelledOn: string | null;
  /** The cancellation date of a pending notice. */
  cancellationNoticeOn: string | null;
  /**
   * The statements whose payment, or later due date, withdraws a notice for non-payment; null for another
   * notice.
   */
  noticeStatementIds: readonly string[] | null;
  /** The policy's state, where the product's days of notice depend on it. */
  state: string | null;
  nonRenewed: boolean;
  /** `HELD`: a quote is held for the end of the term. `OUTDATED`: the term was changed since its renewal was quoted. */
  renewal: 'OPEN' | 'HELD' | 'OUTDATED';
  /** The number of changes and moves of the term; the renewal is rated again after each. */
  timesChanged: number;
  /** The days of the endorsements that the contract in the policy's row does not include yet, in order. */
  takeEffectOn: readonly string[];
  /** Neither side owes the other anything. */
  balanced: boolean;
  /** The day since which the policy has been settled, if it is. */
  settledOn: string | null;
  /** How many days before a due date the client is reminded; none: not at all. */
  reminderDays?: number | undefined;
  /** The number of payments that the bank returned: a notice for non-payment may be due again after each. */
  returnedPayments: number;
  /** The statements that are neither paid nor void, in the order of terms and numbers. */
  statements: readonly PlannedStatement[];
}

export interface PlannedStatement {
  id: string;
  kind: StatementKind;
  /** The day on which it is billed. */
  billingDate: string;
  /** The last day for payment. */
  dueDate: string;
  state: StatementState;
  /** Decimal text; a return is never past due. */
  amount: string;
  paidAmount: string;
  /** Its due date was moved. */
  isMoved: boolean;
  /** Of a statement that is charged to a saved payment method. */
  charges?: PlannedCharges | undefined;
  /** The bank decides on a charge: until then it counts neither as late nor as unpaid. */
  isUnderWay?: boolean;
}

/** A task for a policy and its day. `key` is the same each time the plan is made. */
export type PolicyTask = { on: string; key: string } & (
  | {
      kind: 'BILL_STATEMENT' | 'WRITE_OFF_SHORTFALL' | 'REMIND_OF_PAYMENT' | 'MARK_PAST_DUE';
      statementId: string;
    }
  | { kind: 'ANNOUNCE_CHARGE' | 'COLLECT_STATEMENT'; statementId: string }
  | { kind: 'GIVE_NOTICE_OF_NON_PAYMENT'; statementId: string; cancelOn: string }
  | { kind: 'CANCEL_BY_NOTICE'; cancelOn: string }
  | { kind: 'WITHDRAW_NOTICE' }
  | { kind: 'APPLY_CHANGE' }
  | { kind: 'VOID_UNFINANCED' | 'ACTIVATE_UNFINANCED' | 'END_COVERAGE' }
  | { kind: 'TELL_OF_RENEWAL' | 'QUOTE_RENEWAL' | 'END_TERM' | 'SETTLE' | 'CLOSE' }
);
export type PolicyTaskKind = PolicyTask['kind'];

/**
 * The kinds of tasks that fire an event, by which a performed task is recognized; tasks of other kinds change
 * the policy itself.
 */
const firingKinds: ReadonlySet<PolicyTaskKind> = new Set<PolicyTaskKind>([
  'COLLECT_STATEMENT',
  'REMIND_OF_PAYMENT',
  'GIVE_NOTICE_OF_NON_PAYMENT',
  'CANCEL_BY_NOTICE',
  'VOID_UNFINANCED',
  'TELL_OF_RENEWAL',
  'QUOTE_RENEWAL',
]);

/** The id of a task's event; undefined for a task without one. */
export function eventOfTask(policyId: string, { kind, key }: PolicyTask): string | undefined {
  return firingKinds.has(kind) ? derivedId(policyId, 'policy-term', key) : undefined;
}

/** The order of tasks on the same day: a cancellation precedes the end of the term. */
const order: readonly PolicyTaskKind[] = [
  'BILL_STATEMENT',
  'WRITE_OFF_SHORTFALL',
  'ANNOUNCE_CHARGE',
  'COLLECT_STATEMENT',
  'REMIND_OF_PAYMENT',
  'MARK_PAST_DUE',
  'GIVE_NOTICE_OF_NON_PAYMENT',
  'WITHDRAW_NOTICE',
  'CANCEL_BY_NOTICE',
  'VOID_UNFINANCED',
  'ACTIVATE_UNFINANCED',
  'APPLY_CHANGE',
  'END_COVERAGE',
  'TELL_OF_RENEWAL',
  'QUOTE_RENEWAL',
  'END_TERM',
  'SETTLE',
  'CLOSE',
];

/**
 * The upcoming tasks of a policy in chronological order. Tasks that fire an event stay in the plan after they
 * are done: the caller leaves out those whose `key` it has handled.
 */
export function upcoming(policy: PolicyToPlan, settings: PolicySettings): PolicyTask[] {
  return [
    ...billing(policy, settings),
    ...charging(policy, settings),
    ...changesOf(policy),
    ...lifeOf(policy, settings),
  ].sort((a, b) => a.on.localeCompare(b.on) || order.indexOf(a.kind) - order.indexOf(b.kind));
}

function changesOf({ takeEffectOn, policyState }: PolicyToPlan): PolicyTask[] {
  if (policyState === 'CLOSED') return [];
  return takeEffectOn.map((on) => ({ kind: 'APPLY_CHANGE', on, key: `apply/${on}` }));
}

function billing(
  { statements, policyState, ...policy }: PolicyToPlan,
  settings: PolicySettings,
): PolicyTask[] {
  if (policyState === 'CLOSED') return [];
  const short = shortStatement(statements, settings);
  const decided = statements.filter(({ isUnderWay }) => isUnderWay !== true);
  return decided.flatMap((statement): PolicyTask[] => {
    const { id: statementId, state, billingDate, dueDate, amount, isMoved } = statement;
    if (state === 'SCHEDULED') {
      const key = `bill/${statementId}`;
      return [{ kind: 'BILL_STATEMENT', on: billingDate, key, statementId }];
    }
    if (amount.startsWith('-')) return [];
    if (short?.id === statementId) {
      // The first statement of a policy is billed before its billing date.
      const on = earlierOf(billingDate, policy.today);
      return [{ kind: 'WRITE_OFF_SHORTFALL', on, key: `write-off/${statementId}`, statementId }];
    }
    if (state === 'DUE') {
      return [
        ...reminderOf(statement, policy),
        { kind: 'MARK_PAST_DUE', on: addDays(dueDate, 1), key: `past-due/${statementId}`, statementId },
      ];
    }
    if (state !== 'PAST_DUE' || policyState !== 'ACTIVE') return [];
    const { nonPayment } = settings.cancellation;
    if (nonPayment === undefined || policy.cancellationNoticeOn !== null || policy.cancelledOn !== null)
      return [];
    const on = addDays(dueDate, nonPayment.graceDays);
    // The notice runs from the day on which it is given, which may be late. It cannot cancel a
    // term that is over by then.
    const cancelOn = addDays(laterOf(on, policy.today), daysOfNotice(settings, policy.state));
    if (cancelOn >= policy.expirationDate) return [];
    const again = policy.returnedPayments === 0 ? '' : `/${policy.returnedPayments}`;
    const key = `non-payment/${statementId}${isMoved ? `/${dueDate}` : ''}${again}`;
    return [{ kind: 'GIVE_NOTICE_OF_NON_PAYMENT', on, key, statementId, cancelOn }];
  });
}

/** The notices and charges of statements that are charged by themselves; none after a cancellation. */
function charging(
  { statements, policyState, cancelledOn, cancellationNoticeOn, ...policy }: PolicyToPlan,
  settings: PolicySettings,
): PolicyTask[] {
  if (policyState !== 'ACTIVE' || cancelledOn !== null) return [];
  const plan = collectionSettingsOf(settings);
  return statements.flatMap((statement): PolicyTask[] => {
    const { id: statementId, charges, state, dueDate, amount, isMoved } = statement;
    if (charges === undefined || amount.startsWith('-')) return [];
    const isBilled = state !== 'SCHEDULED';
    const next = nextCharge({ dueDate, amount, isBilled }, charges, plan);
    if (next === undefined) return [];
    const { agreement, attempts, announced } = charges;
    // An announcement moves the due date of an amount that rises.
    const today = laterOf(policy.today, next.on);
    const chargedOn =
      next.kind === 'ANNOUNCE_CHARGE'
        ? dueAfterNotice({ dueDate, amount }, announced, { noticeDays: plan.noticeDays, today })
        : next.on;
    if (cancellationNoticeOn !== null && chargedOn >= cancellationNoticeOn) return [];
    const key =
      next.kind === 'ANNOUNCE_CHARGE'
        ? `announce/${statementId}/${amount}`
        : `collect/${statementId}/${agreement}/${attempts}${isMoved ? `/${dueDate}` : ''}`;
    return [{ ...next, key, statementId }];
  });
}

/** The next charge, also of a statement that is not billed yet and of an amount that is not announced yet. */
export function nextChargeOf(
  policy: PolicyToPlan,
  settings: PolicySettings,
): { statementId: string; on: string } | undefined {
  const known = policy.statements.map((statement): PlannedStatement => {
    const { charges, amount, state } = statement;
    const billed = state === 'SCHEDULED' ? ('DUE' as const) : state;
    return {
      ...statement,
      state: billed,
      charges: charges && { ...charges, announced: amount, runsOut: false },
    };
  });
  const [next] = charging({ ...policy, statements: known }, settings)
    .flatMap((task) => (task.kind === 'COLLECT_STATEMENT' ? [task] : []))
    .sort((a, b) => a.on.localeCompare(b.on));
  return next && { statementId: next.statementId, on: laterOf(next.on, policy.today) };
}

/**
 * A statement that is billed as late as the reminder needs none, nor one whose due date has passed, nor one that is
 * charged by itself.
 */
function reminderOf(
  { id: statementId, billingDate, dueDate, charges }: PlannedStatement,
  { reminderDays, today }: Pick<PolicyToPlan, 'reminderDays' | 'today'>,
): PolicyTask[] {
  if (reminderDays === undefined || charges !== undefined || today > dueDate) return [];
  const on = addDays(dueDate, -reminderDays);
  if (on <= billingDate) return [];
  // A moved due date is reminded of again.
  return [{ kind: 'REMIND_OF_PAYMENT', on, key: `remind/${statementId}/${dueDate}`, statementId }];
}

/** The oldest open charge if it was billed and all of it was paid but an amount that is written off. */
function shortStatement(
  statements: readonly PlannedStatement[],
  { billing: { shortfallTolerance } = {} }: PolicySettings,
): PlannedStatement | undefined {
  const [oldest] = statements
    .filter(({ amount }) => !amount.startsWith('-'))
    .toSorted((a, b) => a.dueDate.localeCompare(b.dueDate));
  if (shortfallTolerance === undefined || oldest === undefined || oldest.state === 'SCHEDULED')
    return undefined;
  const isPartlyPaid = Number(oldest.paidAmount) > 0;
  const open = Cents.of(oldest.amount).minus(Cents.of(oldest.paidAmount));
  return isPartlyPaid && !Cents.of(shortfallTolerance).isLessThan(open) ? oldest : undefined;
}

/** The days of a non-payment notice, at least those of the state and one: a notice is always for a future day. */
function daysOfNotice({ cancellation }: PolicySettings, state: string | null): number {
  const reason = nonPaymentReason(cancellation);
  const least = leastNotice(cancellation, { ground: 'NON_PAYMENT', reason, state });
  return Math.max(1, cancellation.nonPayment?.noticeDays ?? 0, least);
}

function lifeOf(policy: PolicyToPlan, settings: PolicySettings): PolicyTask[] {
  const { policyState, termNumber, cancelledOn, balanced, settledOn } = policy;
  const key = (what: string) => `${what}/${termNumber}`;
  switch (policyState) {
    case 'PENDING_FINANCE_CONFIRMATION': {
      const { otherwise } = settings.binding.finance;
      if (otherwise === 'WAIT') return [];
      const kind = otherwise === 'VOID' ? 'VOID_UNFINANCED' : 'ACTIVATE_UNFINANCED';
      return [{ kind, on: financeDeadline(settings.binding, policy), key: key('finance') }];
    }
    case 'CLOSED':
      return [];
    case 'ACTIVE':
      if (cancelledOn !== null) return [{ kind: 'END_COVERAGE', on: cancelledOn, key: key('coverage') }];
      return activeLife(policy, settings, key);
    case 'INACTIVE_UNSETTLED':
      return balanced
        ? [{ kind: 'SETTLE', on: cancelledOn ?? policy.expirationDate, key: key('settle') }]
        : [];
    case 'SETTLED': {
      const from = laterOf(settledOn ?? policy.effectiveDate, cancelledOn ?? policy.effectiveDate);
      return [{ kind: 'CLOSE', on: addDays(from, settings.closeAfterDays), key: key('close') }];
    }
  }
}

function activeLife(
  policy: PolicyToPlan,
  { renewal }: PolicySettings,
  key: (what: string) => string,
): PolicyTask[] {
  const { expirationDate, cancellationNoticeOn, nonRenewed } = policy;
  const tasks: PolicyTask[] = [{ kind: 'END_TERM', on: expirationDate, key: key('term') }];
  if (cancellationNoticeOn !== null) {
    const { noticeStatementIds: ids, statements } = policy;
    // A moved due date gives more time: until then, the statement does not count for the notice.
    const counts = ({ id, isMoved, state }: PlannedStatement) =>
      ids?.includes(id) && (!isMoved || state === 'PAST_DUE');
    const unpaid = ids === null ? [] : statements.filter(counts);
    if (ids !== null && unpaid.length === 0) {
      tasks.push({
        kind: 'WITHDRAW_NOTICE',
        on: policy.effectiveDate,
        key: `withdraw/${cancellationNoticeOn}`,
      });
    }
    const key = `notice/${cancellationNoticeOn}`;
    const isPaying = unpaid.length > 0 && unpaid.every(({ isUnderWay }) => isUnderWay === true);
    if (!isPaying) {
      const cancelOn = cancellationNoticeOn;
      tasks.push({ kind: 'CANCEL_BY_NOTICE', on: cancelOn, key, cancelOn });
    }
  }
  if (nonRenewed || !renewal.offered) return tasks;
  const ahead = (days: number) => laterOf(policy.effectiveDate, addDays(expirationDate, -days));
  tasks.push({ kind: 'TELL_OF_RENEWAL', on: ahead(renewal.noticeDays), key: key('renewal-notice') });
  if (policy.renewal !== 'HELD') {
    tasks.push({
      kind: 'QUOTE_RENEWAL',
      on: policy.renewal === 'OUTDATED' ? policy.effectiveDate : ahead(renewal.quoteDays),
      key: key(`renewal-quote/${policy.timesChanged}`),
    });
  }
  return tasks;
}
