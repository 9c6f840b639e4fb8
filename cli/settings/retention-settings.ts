import { z } from 'zod';
import type { RetentionDays } from '../../api/retention/retention-sweep.js';
import { leastRetention } from '../../db/personal-data/retention-rules.js';

const days = (least: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,5}$/.test(text) && Number(text) >= least,
      `must be a number of days from ${least} to 99999`,
    )
    .transform(Number)
    .optional();

/** How many days records are kept; without a setting, for good. */
export const retentionSettings = {
  RETAIN_EVENTS_DAYS: days(leastRetention.RETAIN_EVENTS_DAYS),
  RETAIN_QUOTES_DAYS: days(leastRetention.RETAIN_QUOTES_DAYS),
  RETAIN_WEBHOOK_DELIVERIES_DAYS: days(leastRetention.RETAIN_WEBHOOK_DELIVERIES_DAYS),
  RETAIN_AUDIT_LOG_DAYS: days(leastRetention.RETAIN_AUDIT_LOG_DAYS),
};

export function retentionOf(given: z.output<z.ZodObject<typeof retentionSettings>>): RetentionDays {
  const { RETAIN_EVENTS_DAYS, RETAIN_QUOTES_DAYS, RETAIN_WEBHOOK_DELIVERIES_DAYS, RETAIN_AUDIT_LOG_DAYS } =
    given;
  return { RETAIN_EVENTS_DAYS, RETAIN_QUOTES_DAYS, RETAIN_WEBHOOK_DELIVERIES_DAYS, RETAIN_AUDIT_LOG_DAYS };
}
