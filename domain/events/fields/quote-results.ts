import { z } from 'zod';
import { calendarDate, instant, jsonObject, uuid } from '../../ground/primitives.js';
import { formReference } from '../../quote/form-reference.js';

export const savedClient = uuid.meta({ description: "the client's id" });

const selectedQuote = z
  .object({
    quoteId: uuid,
    lineId: uuid,
    lineName: z.string(),
    effectiveDate: calendarDate,
    premium: z.number(),
    expirationDate: instant.nullable(),
  })
  .meta({ id: 'SelectedQuote' });

export const selectedQuotes = z.object({ clientId: uuid, quotes: z.array(selectedQuote) }).meta({
  id: 'SelectedQuotes',
  description:
    '`clientId` and `quotes`, each with `quoteId`, `lineId`, `lineName`, `effectiveDate`, `premium` and `expirationDate`',
});

export const evaluatedForm = {
  forms: z
    .array(formReference)
    .meta({
      description:
        'for each document made its `contentId`, `fileName`, `formNumber`, `formVersion`, `type` and `url`, and `warnings` of characters that no font has',
    })
    .optional(),
  formValues: jsonObject.meta({ description: 'where the form computes values' }).optional(),
};

/** A mail of the event: its id, whether it waits to be sent, and to whom. */
export const queuedMail = z
  .object({
    mailId: uuid,
    state: z.string(),
    reason: z.string().nullable(),
    address: z.string().nullable(),
  })
  .meta({
    id: 'QueuedMail',
    description:
      'the mail: `mailId`, its `state` (`WAITING` to be sent, `TO_PRINT`, or `NOT_SENT` with the `reason`) and `address`',
  });
