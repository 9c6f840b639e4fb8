import { z } from 'zod';
import { calendarDate, instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';

const line = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .refine((value) => !/\p{Cc}/u.test(value), 'must be one line');

const printedMail = z
  .object({
    mailId: uuid,
    state: z.literal('POSTED'),
    postedOn: calendarDate,
    sentBy: z.string(),
    address: z.string().nullable().meta({ description: 'To which it was posted; null once it was erased.' }),
    printedTimestamp: instant,
    printedBy: jsonObject.meta({ description: 'The person or key that recorded it.' }),
  })
  .meta({ id: 'PrintedMail' });
export type PrintedMailView = z.output<typeof printedMail>;

export const postPrinted = endpoint({
  method: 'post',
  path: '/mail/:mailId/printed',
  operationId: 'recordPrintedMail',
  summary: 'Record that a mail was printed and posted',
  description:
    'For mails that are `TO_PRINT`, and for those that did not reach their reader otherwise: the proof of mailing. Of a ' +
    'notice it is an event of the policy, too. Safe to repeat. An extension.',
  tags: ['Mail'],
  params: z.object({ mailId: uuid }),
  permission: 'mail:write',
  body: z
    .strictObject({
      postedOn: calendarDate.meta({ description: 'Not later than today.' }),
      sentBy: line(100).default('First-class mail').meta({ description: 'With its number, if it has one.' }),
      address: line(500).optional().meta({ description: "By default the client's postal address." }),
    })
    .meta({ id: 'PrintedMailRequest' }),
  bodyExample: {
    postedOn: '2026-01-05',
    sentBy: 'Certified mail 9407 1000 0000 0000 0000 00',
    address: '12 Main Street, Columbus, OH 43215',
  },
  responses: {
    200: { description: 'The proof.', schema: printedMail },
    404: { description: 'The organization has no such mail.' },
    409: {
      description: 'It waits to be sent, was sent, or was posted on another day; or no address is known.',
    },
  },
});
export type PrintedMailRequest = z.output<NonNullable<typeof postPrinted.body>>;
