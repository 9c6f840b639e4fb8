import type { Knex } from 'knex';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { addDays } from '../../domain/ground/calendar.js';
import type { TaskOfRating } from '../../domain/tasks/product-task.js';
import type { Quote } from '../models/quote.js';
import { openTask } from './open-task.js';

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
  for (const { rule, isReferral, title, role, dueDays, priority } of tasks) {
    // A hold has declined it.
    if (isReferral && !requiresUnderwriterApproval) continue;
    await openTask(trx, {
      organizationId: quotingOrganizationId,
      key: `rule/${requestId}/${rule}`,
      madeBy: 'PRODUCT',
      title,
      about: { quoteId: requestId },
      role,
      dueOn: dueDays === undefined ? undefined : addDays(now.today, dueDays),
      priority,
      waitsFor: isReferral ? decisionOn(requestId) : undefined,
      now,
    });
  }
}
