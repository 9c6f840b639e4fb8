import type { Knex } from 'knex';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import type { TaskOfRating } from '../../domain/tasks/product-task.js';
import type { Quote } from '../models/quote.js';
import { openTasks } from './open-task.js';

/** What the tasks of a referral wait for. */
export const decisionOn = (quoteId: string): string => `decision/${quoteId}`;

/** What the tasks of an underwriter's condition wait for. */
export const conditionOf = (conditionId: string): string => `quote-condition/${conditionId}`;

type QuoteOfTasks = Pick<
  Quote,
  'requestId' | 'clientId' | 'quotingOrganizationId' | 'quoteTimestamp' | 'requiresUnderwriterApproval'
>;

/** Opens what the underwriting rules of a new quote ask for, at its insurer. A quote without a client is only tried. */
export async function openTasksOfQuote(
  trx: Knex,
  { requestId, clientId, quotingOrganizationId, ...quote }: QuoteOfTasks,
  tasks: readonly TaskOfRating[],
): Promise<void> {
  if (clientId === null) return;
  const { quoteTimestamp: at, requiresUnderwriterApproval } = quote;
  const now = at instanceof BusinessTime ? at : new BusinessTime(at);
  // A hold has declined what is not referred any more.
  const asked = tasks.filter(({ isReferral }) => !isReferral || requiresUnderwriterApproval);
  const opened = asked.map(({ rule, isReferral, title, role, dueDays, priority }) => ({
    organizationId: quotingOrganizationId,
    key: `rule/${requestId}/${rule}`,
    madeBy: 'PRODUCT' as const,
    title,
    about: { quoteId: requestId },
    role,
    dueOn: dueDays === undefined ? undefined : addDays(now.today, dueDays),
    priority,
    waitsFor: isReferral ? decisionOn(requestId) : undefined,
    now,
  }));
  await openTasks(trx, opened);
}
