import { z } from 'zod';
import { calendarDate, oneLine, uuid } from '../../domain/ground/primitives.js';
import { endpoint } from '../http/endpoint.js';
import { mail } from './mail-schema.js';

export const postMail = endpoint({
  method: 'post',
  path: '/mail/:mailId/posted',
  operationId: 'recordPostedMail',
  summary: 'Record that a mail was printed and posted',
  description:
    'For mails that are `TO_PRINT`, and for those that did not reach their reader otherwise: the proof of mailing. Of a ' +
    'notice it is an event of the policy, too. Safe to repeat. An extension.',
  tags: ['Mail'],
  params: z.object({ mailId: uuid }),
  permission: 'mail:write',
  body: z
    .strictObject({
      postedOn: calendarDate.meta({
        description: 'Not before the day of the mail, and not later than today.',
      }),
      carrier: oneLine(100)
        .default('First-class mail')
        .meta({ description: 'With its number, if it has one.' }),
      address: oneLine(500).optional().meta({ description: "By default the client's postal address." }),
    })
    .meta({ id: 'MailPosting' }),
  bodyExample: {
    postedOn: '2026-01-05',
    carrier: 'Certified mail 9407 1000 0000 0000 0000 00',
    address: '12 Main Street, Columbus, OH 43215',
  },
  responses: {
    200: { description: 'The mail, with its proof of mailing.', schema: mail },
    404: { description: 'The organization has no such mail.' },
    409: {
      description:
        'It waits to be sent, was sent, was canceled, or was posted otherwise; its client was erased; no address is known; ' +
        'or the day is before that of the mail.',
    },
  },
});
export type MailPosting = z.output<NonNullable<typeof postMail.body>>;
