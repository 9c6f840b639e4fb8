import { z } from 'zod';
import { answerMap } from '../intake/answers.js';
import { calendarDate, instant, uuid } from '../primitives.js';
import { term } from '../rating/plan.js';

/** Payload of `GET_QUOTES` (spec 4.4; the optional fields are in `docs/events.md`). */
export const getQuotesPayload = z
  .object({
    effectiveDate: calendarDate,
    intake: answerMap,
    clientId: uuid.optional().meta({ description: 'An existing client, updated from the intake.' }),
    term: term.optional().meta({ description: "The plan's first term where left out." }),
    referrer: z.string().max(2048).optional(),
    asConfiguredAtTimestamp: instant.optional(),
  })
  .meta({ id: 'GetQuotesPayload' });

export type GetQuotesPayload = z.output<typeof getQuotesPayload>;
