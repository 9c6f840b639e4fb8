import { collectionSettingsOf, dueAfterNotice } from '../billing/collection.js';
import { feeFor } from '../billing/fee.js';
import { addDays, daysBetween, laterOf } from '../ground/calendar.js';
import { Cents } from '../money/cents.js';
import { minorDigits } from '../money/currency.js';
import { statementsOfNotice } from './notice-record.js';
import type { PolicySettings } from './policy-settings.js';
import { type PlannedStatement, type PolicyTask, type PolicyToPlan, upcoming } from './upcoming.js';

/** The conditions of what is foreseen: it does not happen if one of them comes true before. */
export const conditions = ['PAID', 'UNPAID', 'ACCEPTED', 'DECIDED'] as const;
export type Condition = (typeof conditions)[number];

/** A policy with what its plan goes on with. */
export interface PolicyToForesee extends PolicyToPlan {
  /** The keys of the tasks that have fired their event. */
  fired: ReadonlySet<string>;
  /** The quote that is held for the end of the term. */
  renewalQuoteId: string | null;
  /** Why the renewal waits for a person. */
  renewalWaits: string | null;
  /** The event of the pending notice of cancellation. */
  noticeId: string | null;
  /** Whether the policyholder has paid more than all statements. */
  isOwedBack: boolean;
  /** The statements that have had their late fee. */
  chargedLate: ReadonlySet<string>;
  /** Days to pay a late fee. */
  dueDays: number;
  /** The next term by the held quote, as far as it is known: its end, and its statements. */
  nextTerm: { until: string; statements: readonly PlannedStatement[] };
}

/** A task to come, with the state that it finds and leaves. */
export interface ForeseenTask {
  /** Today if it is overdue. */
  on: string;
  task: PolicyTask;
  /** The policy on that day, before the task. */
  policy: PolicyToForesee;
  /** Of `END_TERM`: whether the policy is renewed. */
  renews: boolean;
  unless: Condition[];
}

export interface Foreseen {
  tasks: ForeseenTask[];
  /** The last day that was looked at: the end of the next term, or of a policy that has ended, a year from now. */
  until: string;
  /** Whether nothing follows after that day, and nothing was left off. */
  isComplete: boolean;
}

interface Life {
  tasks: Omit<ForeseenTask, 'unless'>[];
  isComplete: boolean;
}

/** By the statement that it is charged for. */
const lateFeeOf = (statementId: string) => `late-fee/${statementId}`;
/** Whether a statement is foreseen and not in the account yet. */
export const isForeseenFee = ({ id }: Pick<PlannedStatement, 'id'>) => id.startsWith(lateFeeOf(''));

/**
 * What the service will do with a policy by itself until the end of its next term, or for a year once it has ended. The plan
 * goes on as if each task had been done, twice: everybody pays in time, and nobody pays at all. What happens only if nobody
 * pays is foreseen unless `PAID`; what happens only if somebody does, unless `UNPAID`.
 */
export function foresee(policy: PolicyToForesee, settings: PolicySettings, { most = 200 } = {}): Foreseen {
  const hasEnded = policy.policyState === 'INACTIVE_UNSETTLED' || policy.policyState === 'SETTLED';
  const until = hasEnded ? addDays(policy.today, 366) : policy.nextTerm.until;
  const paid = livedOn(policy, settings, { isPaid: true, until, most });
  const unpaid = livedOn(policy, settings, { isPaid: false, until, most });
  const [ifPaid, ifUnpaid] = [keysOf(paid), keysOf(unpaid)];
  const tasks = inOneOrder(unpaid, paid).map((foreseen): ForeseenTask => {
    const key = keyOf(foreseen);
    const unless = conditionOf(foreseen, settings);
    if (!ifPaid.has(key)) unless.unshift('PAID');
    if (!ifUnpaid.has(key)) unless.unshift('UNPAID');
    return { ...foreseen, unless };
  });
  return {
    tasks: tasks.slice(0, most),
    until,
    isComplete: tasks.length <= most && paid.isComplete && unpaid.isComplete,
  };
}

const keyOf = ({ on, task }: Life['tasks'][number]) => `${on} ${task.key}`;
const keysOf = ({ tasks }: Life) => new Set(tasks.map(keyOf));

/** The tasks of two lives by day, each after the one that precedes it in its life. */
function inOneOrder(life: Life, other: Life): Life['tasks'] {
  const merged = [...life.tasks];
  let next = 0;
  for (const task of other.tasks) {
    const at = merged.findIndex((one) => keyOf(one) === keyOf(task));
    if (at < 0) merged.splice(next, 0, task);
    next = (at < 0 ? next : at) + 1;
  }
  return merged.sort((a, b) => a.on.localeCompare(b.on));
}

/** What a person can still change about the renewal. */
function conditionOf(
  { task: { kind }, renews, policy }: Omit<ForeseenTask, 'unless'>,
  { renewal }: PolicySettings,
): Condition[] {
  if (kind !== 'END_TERM' || policy.nonRenewed || !renewal.offered) return [];
  if (!renews) return ['ACCEPTED'];
  return policy.renewal === 'HELD' && policy.renewalQuoteId !== null ? [] : ['DECIDED'];
}

/** A policy's tasks in the order in which they are done, if everybody pays in time or nobody pays. */
function livedOn(
  begun: PolicyToForesee,
  settings: PolicySettings,
  { isPaid, until, most }: { isPaid: boolean; until: string; most: number },
): Life {
  const done = new Set(begun.fired);
  const tasks: Life['tasks'] = [];
  for (let policy = begun; ; ) {
    // The term after the next one has no end yet.
    if (policy.termNumber > begun.termNumber + 1) return { tasks, isComplete: false };
    const task = upcoming(policy, settings).find(({ key }) => !done.has(key));
    if (task === undefined) return { tasks, isComplete: true };
    const on = laterOf(task.on, policy.today);
    if (on > until || tasks.length === most) return { tasks, isComplete: false };
    const paid = isPaid ? paidBefore(policy, task) : undefined;
    if (paid === undefined) {
      const found = { ...policy, today: on };
      const renews = task.kind === 'END_TERM' && willRenew(found, settings);
      done.add(task.key);
      tasks.push({ on, task, policy: found, renews });
      policy = afterTask(found, task, { settings, renews });
    } else policy = paid;
    policy = { ...policy, balanced: isBalanced(policy, begun) };
  }
}

/** An ended policy is settled once nothing is open. */
function isBalanced(policy: PolicyToForesee, begun: PolicyToForesee): boolean {
  if (policy.policyState !== 'INACTIVE_UNSETTLED') return false;
  // Of a policy that is still active, the balance was not read.
  const wasBalanced = begun.policyState === 'INACTIVE_UNSETTLED' && begun.balanced;
  return wasBalanced || (policy.statements.length === 0 && !policy.isOwedBack);
}

/** The policy after the payment that prevents a task; undefined if no payment does. */
function paidBefore(policy: PolicyToForesee, task: PolicyTask): PolicyToForesee | undefined {
  const without = (isPaid: (statement: PlannedStatement) => boolean) => ({
    ...policy,
    statements: policy.statements.filter((statement) => !isPaid(statement)),
  });
  switch (task.kind) {
    case 'REMIND_OF_PAYMENT':
    case 'MARK_PAST_DUE':
    case 'GIVE_NOTICE_OF_NON_PAYMENT':
      return without(({ id }) => id === task.statementId);
    case 'CANCEL_BY_NOTICE': {
      const { noticeStatementIds: ids } = policy;
      if (ids === null) return undefined;
      return {
        ...without(({ id }) => ids.includes(id)),
        cancellationNoticeOn: null,
        noticeStatementIds: null,
      };
    }
    case 'VOID_UNFINANCED':
    case 'ACTIVATE_UNFINANCED':
      return { ...policy, policyState: 'ACTIVE' };
    case 'ANNOUNCE_CHARGE':
    case 'APPLY_CHANGE':
    case 'BILL_STATEMENT':
    case 'CLOSE':
    case 'COLLECT_STATEMENT':
    case 'END_COVERAGE':
    case 'END_TERM':
    case 'QUOTE_RENEWAL':
    case 'SETTLE':
    case 'TELL_OF_RENEWAL':
    case 'WITHDRAW_NOTICE':
    case 'WRITE_OFF_SHORTFALL':
      return undefined;
  }
}

/** Whether the policy is renewed at the end of its term if nobody decides about it. */
function willRenew(
  { renewal, nonRenewed, renewalQuoteId, renewalWaits }: PolicyToForesee,
  { renewal: { offered, automatic } }: PolicySettings,
): boolean {
  if (!offered || nonRenewed) return false;
  return renewal === 'HELD' || renewalQuoteId !== null || (automatic && renewalWaits === null);
}

/** The policy after a task, as it is done on its day. */
function afterTask(
  policy: PolicyToForesee,
  task: PolicyTask,
  { settings, renews }: { settings: PolicySettings; renews: boolean },
): PolicyToForesee {
  const { today, statements } = policy;
  switch (task.kind) {
    case 'BILL_STATEMENT':
      return { ...policy, statements: statements.flatMap(billed(task.statementId, today)) };
    case 'WRITE_OFF_SHORTFALL':
      return { ...policy, statements: statements.filter(({ id }) => id !== task.statementId) };
    case 'ANNOUNCE_CHARGE':
    case 'COLLECT_STATEMENT':
      return { ...policy, statements: statements.map(charged(task, policy, settings)) };
    case 'MARK_PAST_DUE':
      return pastDue(policy, task.statementId, settings);
    case 'GIVE_NOTICE_OF_NON_PAYMENT': {
      const noticeStatementIds = statementsOfNotice(statements).map(({ id }) => id);
      return { ...policy, cancellationNoticeOn: task.cancelOn, noticeStatementIds, noticeId: null };
    }
    case 'WITHDRAW_NOTICE':
      return { ...policy, cancellationNoticeOn: null, noticeStatementIds: null, noticeId: null };
    // What is owed then is not known before: the plan ends here.
    case 'CANCEL_BY_NOTICE':
    case 'VOID_UNFINANCED':
      return { ...policy, policyState: 'CLOSED', cancelledOn: today };
    case 'ACTIVATE_UNFINANCED':
      return { ...policy, policyState: 'ACTIVE' };
    case 'APPLY_CHANGE':
      return { ...policy, takeEffectOn: policy.takeEffectOn.filter((on) => on > today) };
    case 'END_COVERAGE':
      return { ...policy, policyState: 'INACTIVE_UNSETTLED' };
    case 'TELL_OF_RENEWAL':
    case 'REMIND_OF_PAYMENT':
      return policy;
    case 'QUOTE_RENEWAL':
      // The quote that is made then has another price.
      return {
        ...policy,
        renewal: willRenew(policy, settings) ? 'HELD' : 'OPEN',
        renewalQuoteId: null,
        nextTerm: { ...policy.nextTerm, statements: [] },
      };
    case 'END_TERM':
      return renews ? inNextTerm(policy) : { ...policy, policyState: 'INACTIVE_UNSETTLED', ...noNotice };
    case 'SETTLE':
      return { ...policy, policyState: 'SETTLED', settledOn: today };
    case 'CLOSE':
      return { ...policy, policyState: 'CLOSED' };
  }
}

const noNotice = { cancellationNoticeOn: null, noticeStatementIds: null, noticeId: null };

/** A statement that is billed late has as many days to pay; one that was paid in advance is done with. */
const billed =
  (statementId: string, today: string) =>
  (statement: PlannedStatement): PlannedStatement[] => {
    const { id, billingDate, dueDate, amount, paidAmount } = statement;
    if (id !== statementId) return [statement];
    if (Number(amount) === Number(paidAmount)) return [];
    return [{ ...statement, state: 'DUE', dueDate: dueAfter(today, { billingDate, dueDate }) }];
  };

/** A statement after its notice, or after a charge that was declined: one that succeeds is paid before it is late. */
const charged =
  (task: PolicyTask & { statementId: string }, { today }: PolicyToForesee, settings: PolicySettings) =>
  (statement: PlannedStatement): PlannedStatement => {
    const { id, charges, amount, dueDate } = statement;
    if (id !== task.statementId || charges === undefined) return statement;
    if (task.kind === 'COLLECT_STATEMENT') {
      return { ...statement, charges: { ...charges, attempts: charges.attempts + 1, lastOn: today } };
    }
    const { noticeDays } = collectionSettingsOf(settings);
    const due = dueAfterNotice({ dueDate, amount }, charges.announced, { noticeDays, today });
    const isMoved = statement.isMoved || due !== dueDate;
    return {
      ...statement,
      dueDate: due,
      isMoved,
      charges: { ...charges, announced: amount, runsOut: false },
    };
  };

/** The due date of a statement that is billed on a day. */
export function dueAfter(
  today: string,
  { billingDate, dueDate }: Pick<PlannedStatement, 'billingDate' | 'dueDate'>,
): string {
  return addDays(today, daysBetween(billingDate, dueDate));
}

/** With the late fee, once for a statement, which is billed on the same day. */
function pastDue(
  policy: PolicyToForesee,
  statementId: string,
  { billing: { lateFee } = {}, currency }: PolicySettings,
): PolicyToForesee {
  const { today, chargedLate, policyState, dueDays } = policy;
  const fees: PlannedStatement[] = [];
  const statements = policy.statements.map((statement): PlannedStatement => {
    const { id, kind } = statement;
    if (id !== statementId) return statement;
    const isFee = kind === 'NSF_FEE' || kind === 'LATE_FEE';
    const amount =
      lateFee === undefined ? '0' : feeFor(lateFee, openAmountOf(statement), minorDigits(currency));
    if (!isFee && policyState === 'ACTIVE' && !chargedLate.has(id) && Number(amount) !== 0) {
      const dueDate = laterOf(addDays(today, dueDays), policy.effectiveDate);
      fees.push({
        id: lateFeeOf(id),
        kind: 'LATE_FEE',
        state: 'SCHEDULED',
        billingDate: today,
        dueDate,
        amount,
        paidAmount: '0.00',
        isMoved: false,
      });
    }
    return { ...statement, state: 'PAST_DUE' };
  });
  return { ...policy, statements: [...statements, ...fees] };
}

/** Decimal text. */
export const openAmountOf = ({
  amount,
  paidAmount,
}: Pick<PlannedStatement, 'amount' | 'paidAmount'>): string =>
  Cents.of(amount).minus(Cents.of(paidAmount)).toText();

function inNextTerm(policy: PolicyToForesee): PolicyToForesee {
  const { termNumber, expirationDate, nextTerm } = policy;
  return {
    ...policy,
    ...noNotice,
    termNumber: termNumber + 1,
    effectiveDate: expirationDate,
    expirationDate: nextTerm.until,
    takeEffectOn: [],
    renewal: 'OPEN',
    renewalQuoteId: null,
    renewalWaits: null,
    timesChanged: 0,
    nonRenewed: false,
    statements: [...policy.statements, ...nextTerm.statements],
    nextTerm: { ...nextTerm, statements: [] },
  };
}
