import { addDays, addMonths, daysBetween, laterOf } from '../ground/calendar.js';
import type { JsonObject } from '../ground/json.js';
import type { AccountStatement, StatementKind } from './account.js';
import { monthsBetweenInstalments, paymentPlan } from './payment-plan.js';

/** The dates of a statement whose term was corrected. */
export interface BillingDates {
  billingDate: string;
  dueDate: string;
}

/**
 * The dates of an open statement after the first day of its term was corrected; null if they stay. A scheduled
 * installment moves with the term, but is not billed before today, nor due before the endorsements that are spread
 * over it take effect. A statement that was billed keeps its due date, which the policyholder was told, but is not
 * due before the term begins.
 */
export function movedBilling(
  {
    kind,
    state,
    number,
    dueDate,
    data,
  }: Pick<AccountStatement, 'state' | 'number' | 'dueDate'> & { kind: StatementKind; data: JsonObject },
  { effectiveDate, today }: { effectiveDate: string; today: string },
): BillingDates | null {
  const billingDate = typeof data.billingDate === 'string' ? data.billingDate : dueDate;
  const plan = paymentPlan.safeParse(data.paymentPlan).data;
  const months = plan === undefined ? 0 : (number - 1) * (monthsBetweenInstalments[plan] ?? 0);
  const moved = kind === 'INSTALMENT' ? addMonths(effectiveDate, months) : effectiveDate;
  const days = kind === 'INSTALMENT' ? daysBetween(billingDate, dueDate) : 0;
  const from = spreadFrom(data).reduce((day, spread) => laterOf(day, addDays(spread, -days)), today);
  const scheduled = laterOf(moved, from);
  const dates =
    state === 'SCHEDULED'
      ? { billingDate: scheduled, dueDate: addDays(scheduled, days) }
      : { billingDate, dueDate: laterOf(dueDate, addDays(moved, days)) };
  return dates.dueDate === dueDate && dates.billingDate === billingDate ? null : dates;
}

/** The effective dates of the endorsements that are spread over an installment. */
function spreadFrom({ changes }: JsonObject): string[] {
  if (!Array.isArray(changes)) return [];
  return changes.flatMap((change) => {
    const { effectiveDate } = change as JsonObject;
    return typeof effectiveDate === 'string' ? [effectiveDate] : [];
  });
}
