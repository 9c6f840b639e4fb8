import { z } from 'zod';
import type { RetentionDays } from '../../api/retention/retention-sweep.js';
import { leastRetention, type RetentionSetting } from '../../db/personal-data/retention-rules.js';

const days = (setting: RetentionSetting, removed: string, otherwise?: number) => {
  const least = leastRetention[setting];
  const given = z
    .string()
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) >= least,
      `must be a number of days from ${least} to 99999`,
    )
    .transform(Number);
  const description = `days that ${removed} are kept; at least ${least}`;
  if (otherwise !== undefined) return given.default(otherwise).meta({ description });
  return given.optional().meta({ unset: 'for good', description });
};

/** How many days records are kept; without a setting, for good. */
export const retentionSettings = {
  RETAIN_EVENTS_DAYS: days(
    'RETAIN_EVENTS_DAYS',
    "contents and results of events that are over, and carriers' messages",
  ),
  RETAIN_QUOTES_DAYS: days(
    'RETAIN_QUOTES_DAYS',
    'answers, results and worksheets of quotes that were never bound',
  ),
  RETAIN_JOBS_DAYS: days(
    'RETAIN_JOBS_DAYS',
    '[jobs](../reference/jobs.md) that have ended, with their rows,',
  ),
  RETAIN_BOOKS_DAYS: days(
    'RETAIN_BOOKS_DAYS',
    '[books](../reference/book.md#over-rest) that were sent and have ended, with what was wrong in them,',
    90,
  ),
  RETAIN_TASKS_DAYS: days('RETAIN_TASKS_DAYS', '[tasks](../reference/tasks.md) that are completed'),
  RETAIN_WEBHOOK_DELIVERIES_DAYS: days(
    'RETAIN_WEBHOOK_DELIVERIES_DAYS',
    'webhook deliveries that have ended',
  ),
  RETAIN_MAILS_DAYS: days('RETAIN_MAILS_DAYS', 'texts and addresses of [mails](mail-server.md)'),
  RETAIN_CHANGES_DAYS: days('RETAIN_CHANGES_DAYS', 'changes of the [feed](../reference/changes.md)', 366),
  RETAIN_AUDIT_LOG_DAYS: days('RETAIN_AUDIT_LOG_DAYS', 'entries of the [audit log](security.md#audit-log)'),
};

export function retentionOf(given: z.output<z.ZodObject<typeof retentionSettings>>): RetentionDays {
  const { RETAIN_EVENTS_DAYS, RETAIN_QUOTES_DAYS, RETAIN_JOBS_DAYS, RETAIN_BOOKS_DAYS, RETAIN_TASKS_DAYS } =
    given;
  const { RETAIN_WEBHOOK_DELIVERIES_DAYS, RETAIN_MAILS_DAYS, RETAIN_CHANGES_DAYS } = given;
  const { RETAIN_AUDIT_LOG_DAYS } = given;
  return {
    RETAIN_EVENTS_DAYS,
    RETAIN_QUOTES_DAYS,
    RETAIN_JOBS_DAYS,
    RETAIN_BOOKS_DAYS,
    RETAIN_TASKS_DAYS,
    RETAIN_WEBHOOK_DELIVERIES_DAYS,
    RETAIN_MAILS_DAYS,
    RETAIN_CHANGES_DAYS,
    RETAIN_AUDIT_LOG_DAYS,
  };
}
