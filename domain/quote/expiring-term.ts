import { z } from 'zod';
import type { JsonObject } from '../ground/json.js';
import { calendarDate } from '../ground/primitives.js';
import type { ExpiringValues } from '../rating/run/expiring.js';

/** The `expiring` in the `metadata` of a quote: what its rating was told of the term before. */
export const expiringTerm = z
  .object({
    termNumber: z.number().int().meta({ description: 'The number of that term.' }),
    effectiveDate: calendarDate,
    expirationDate: calendarDate,
    values: z.record(z.string(), z.string()).meta({
      description:
        "By name, as text: `premium`, of a whole term as the policy is on its last day; `term`, the dates; and the derived values of that day's rating.",
    }),
    notRated: z.string().optional().meta({ description: 'Why there are no derived values.' }),
  })
  .meta({
    id: 'ExpiringTerm',
    description:
      'Of a renewal, and of a change of a renewed term, if the plan reads values of the expiring term.',
  });

export type ExpiringTerm = z.infer<typeof expiringTerm>;

/** What a stored quote's rating was told of the expiring term; undefined for new business. */
export function expiringTermOf({ metadata }: { metadata: JsonObject }): ExpiringTerm | undefined {
  return expiringTerm.safeParse(metadata.expiring).data;
}

/** The same, as a rating takes it. */
export function expiringValuesOf(quote: { metadata: JsonObject }): ExpiringValues | undefined {
  return expiringTermOf(quote)?.values;
}
