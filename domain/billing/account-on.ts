import type { DayOf } from '../ground/business-time.js';
import { addDays, daysBetween } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import { sumOfAmounts } from '../money/cents.js';
import { type Account, type AccountStatement, type StatementKind, settle } from './account.js';

/** A statement with what says when it was billed, and by which change. */
export interface DatedStatement extends AccountStatement {
  kind: StatementKind;
  billedOn: string | null;
  voidedOn: string | null;
  createdAt: Date;
  /**
   * A change's statement has its `effectiveDate`; a cancellation's has, as `insteadOf`, the installments it withdrew.
   */
  data: JsonObject;
}

/**
 * A policy's statements as of the end of a day, settled with the payments received by then and their allocations.
 * Statements of changes that were neither recorded nor in effect by the day are left out, and the installments that
 * they withdrew are scheduled. Installments have the amounts to which later endorsements were spread.
 */
export function statementsOn<Statement extends DatedStatement>(
  { statements, payments, ...account }: Omit<Account, 'statements'> & { statements: readonly Statement[] },
  day: string,
  dayOf: DayOf,
): Statement[] {
  const isLater = ({ kind, createdAt, data }: Statement) =>
    kind !== 'INSTALMENT' &&
    dayOf(createdAt) > day &&
    !(typeof data.effectiveDate === 'string' && data.effectiveDate <= day);
  const later = statements.filter(isLater);
  const restored = new Set(
    later.flatMap(({ data }) => (Array.isArray(data.insteadOf) ? data.insteadOf : [])),
  );
  const received = payments.filter(({ receivedAt }) => dayOf(receivedAt) <= day);
  const shown = statements.filter((statement) => !isLater(statement));
  const [paymentIds, statementIds] = [received, shown].map((list) => new Set(list.map(({ id }) => id)));
  const allocations = account.allocations.filter(
    ({ paymentId, statementId }) => paymentIds?.has(paymentId) && statementIds?.has(statementId),
  );
  const then = shown.map((statement): Statement => {
    const isVoid =
      statement.state === 'VOID' &&
      !restored.has(statement.id) &&
      !(statement.voidedOn !== null && statement.voidedOn > day);
    if (isVoid) return statement;
    const isBilled = statement.billedOn !== null && statement.billedOn <= day;
    const own = allocations.filter(({ statementId }) => statementId === statement.id);
    const paidAmount = sumOfAmounts(own.map(({ amount }) => amount));
    if (isBilled) return { ...statement, paidAmount, state: 'DUE' };
    return { ...statement, paidAmount, state: 'SCHEDULED', dueDate: dueDateBefore(statement) };
  });
  const settled = new Map(
    settle({ statements: then, payments: received, allocations }).statements.map((one) => [one.id, one]),
  );
  return then.map((statement): Statement => {
    const { paidAmount, state } = settled.get(statement.id) ?? statement;
    const isPastDue = state === 'DUE' && statement.dueDate < day && Number(statement.amount) > 0;
    return { ...statement, paidAmount, state: isPastDue ? 'PAST_DUE' : state };
  });
}

/** The due date of a statement before it was billed: one that is billed late is due later by as many days. */
function dueDateBefore({ dueDate, billedOn, data }: DatedStatement): string {
  const { billingDate, originalDueDate } = data;
  const due = typeof originalDueDate === 'string' ? originalDueDate : dueDate;
  if (billedOn === null || typeof billingDate !== 'string') return due;
  return addDays(due, daysBetween(billedOn, billingDate));
}
