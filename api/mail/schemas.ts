import { z } from 'zod';
import { exampleIds } from '../../domain/events/declarations/example-records.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { mailAddressIn } from '../../domain/mail/mail-address.js';
import { whyNotMarkdown } from '../../domain/mail/markdown-limits.js';
import { purposesOfConsent } from '../../domain/mail/product-mail.js';
import { endpoint, type TextBody } from '../http/endpoint.js';
import { exampleRows } from '../http/example-ids.js';
import { queryInteger } from '../http/query.js';
import { mail, mailPurpose, mailState, reportKind } from './mail-schema.js';

export type MailView = z.output<typeof mail>;

const tags = ['Mail'] as const;
const params = z.object({ mailId: uuid });
const unknown = { description: 'The organization has no such mail.' };

const mailWithText = mail
  .extend({
    text: z
      .string()
      .optional()
      .meta({ description: 'In Markdown; absent where it was not written yet or is not kept.' }),
    html: z
      .string()
      .optional()
      .meta({ description: 'The same as it is shown: a page, without scripts and pictures.' }),
  })
  .meta({ id: 'MailWithText' });
export type MailWithText = z.output<typeof mailWithText>;

export const listMails = endpoint({
  method: 'get',
  path: '/mail',
  operationId: 'listMails',
  summary: 'List mails',
  description:
    'What the organization sends to clients and people, the newest first, without the texts. An extension.',
  tags,
  query: z.object({
    clientId: uuid.optional(),
    policyId: uuid.optional(),
    quoteId: uuid.optional(),
    documentId: uuid.optional().meta({ description: 'Those that it was attached to: its deliveries.' }),
    state: mailState.optional(),
    purpose: mailPurpose.optional(),
    size: queryInteger({ least: 1, most: 1_000, otherwise: 100 }),
    cursor: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'The `nextCursor` of the last answer: the list goes on from there.' }),
  }),
  responses: {
    200: {
      description: 'Mails.',
      schema: z
        .object({
          content: z.array(mail),
          nextCursor: z.string().optional().meta({ description: 'Absent: there are no more.' }),
        })
        .meta({ id: 'MailList' }),
    },
  },
  audited: 'MAILS_LISTED',
  permission: 'mail:read',
});
export type MailQuery = z.output<NonNullable<typeof listMails.query>>;

const address = z
  .string()
  .max(254)
  .refine((value) => mailAddressIn(value) === value, 'must be a mail address');

/** Line breaks would begin another header; turned text can look like another one. */
const notOneLine = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const mailText = z
  .string()
  .trim()
  .min(1)
  .max(20_000)
  .superRefine((text, { addIssue }) => {
    const whyNot = whyNotMarkdown(text);
    if (whyNot !== undefined) addIssue(whyNot);
  });

export const sendMail = endpoint({
  method: 'post',
  path: '/mail',
  operationId: 'sendMail',
  summary: 'Send a mail about a client, quote or policy',
  description:
    'To its client, or to another address, with documents. It is queued: read it again to see what became of it. An extension.',
  tags,
  body: z
    .strictObject({
      clientId: uuid.optional(),
      quoteId: uuid.optional(),
      policyId: uuid.optional(),
      purpose: mailPurpose
        .exclude(['NOTICE', 'PASSWORD_RESET'])
        .default('OTHER')
        .meta({ id: 'MailPurposeSent', description: 'Of what kind it is, for lists. Events send notices.' }),
      to: address.optional().meta({
        description:
          "By default the client's: `client.contact.email` or `client.email`. Not of `INVOICE` and " +
          '`POLICY_DOCUMENTS`: they go to the address of the consent to paperless, and by post without one.',
      }),
      subject: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .refine(
          (value) => !notOneLine.test(value),
          'must be one line, without marks that turn its direction',
        ),
      text: mailText.meta({ description: 'In Markdown.' }),
      documentIds: z.array(uuid).max(20).default([]).meta({ description: 'Documents that are attached.' }),
    })
    .refine(({ clientId, quoteId, policyId }) => [clientId, quoteId, policyId].filter(Boolean).length === 1, {
      path: ['clientId'],
      message: 'name a clientId, a quoteId or a policyId, one of them',
    })
    .refine(({ purpose, to }) => to === undefined || !purposesOfConsent.has(purpose), {
      path: ['to'],
      message:
        'must be left out: mails of this purpose go to the address of the consent to paperless, and by post without one',
    })
    .meta({ id: 'MailToSend' }),
  bodyExample: {
    policyId: exampleIds.policy,
    subject: 'Your certificate of insurance',
    text: 'Please find attached what you asked for.',
  },
  responses: {
    201: { description: 'The mail. `NOT_SENT` with the reason, if it cannot be sent.', schema: mail },
    404: { description: 'The organization sees no such client, quote, policy or document.' },
  },
  permission: 'mail:write',
});
export type MailToSend = z.output<NonNullable<typeof sendMail.body>>;

export const getMail = endpoint({
  method: 'get',
  path: '/mail/:mailId',
  operationId: 'getMail',
  summary: 'Read a mail',
  description: 'With its text. An extension.',
  tags,
  params,
  responses: { 200: { description: 'The mail.', schema: mailWithText }, 404: unknown },
  permission: 'mail:read',
});

export const resendMail = endpoint({
  method: 'post',
  path: '/mail/:mailId/resend',
  operationId: 'resendMail',
  summary: 'Send a mail again',
  description:
    'The same text under the same `Message-ID`, by which a server that has it already can tell. Also where it came back, or was ' +
    'not sent: from then on other mails to the address are sent, too. An extension.',
  tags,
  params,
  body: z
    .strictObject({
      to: address.optional().meta({ description: 'Another address.' }),
    })
    .meta({ id: 'MailResend' }),
  bodyOptional: true,
  bodyExample: { to: 'maria@blueheronkitchen.example' },
  responses: {
    200: { description: 'The mail, which waits.', schema: mail },
    404: unknown,
    409: { description: 'It is being sent, was canceled, has no address, or its text is not kept.' },
  },
  permission: 'mail:write',
});

export const cancelMail = endpoint({
  method: 'post',
  path: '/mail/:mailId/cancel',
  operationId: 'cancelMail',
  summary: 'Cancel a mail that waits',
  description: 'Safe to repeat. An extension.',
  tags,
  params,
  responses: {
    200: { description: 'The mail.', schema: mail },
    404: unknown,
    409: { description: 'It does not wait any more.' },
  },
  permission: 'mail:write',
});

const report = z
  .strictObject({
    messageId: z
      .string()
      .min(3)
      .max(300)
      .meta({ description: "The mail's `messageId`, with its angle brackets." }),
    kind: reportKind,
    reason: z.string().max(500).default(''),
    isPermanent: z
      .boolean()
      .default(true)
      .meta({ description: 'Of a bounce: whether the address takes nothing.' }),
    time: instant.optional(),
  })
  .meta({ id: 'MailReportSent' });

const rawMessage: TextBody = {
  mediaTypes: ['message/rfc822', 'text/plain'],
  description: 'a delivery status notification (RFC 3464) or a complaint (RFC 5965) as it was received',
  asBody: (text) => ({ message: text }),
};

export const reportMail = endpoint({
  method: 'post',
  path: '/mail/report',
  operationId: 'reportMail',
  summary: 'Report what became of mails',
  description:
    'For the mailbox that gets bounces, and for webhooks of providers. A bounce for good and a complaint open a task, and ' +
    'stop further mails to the address. Safe to repeat. An extension.',
  tags,
  body: z
    .strictObject({
      reports: z.array(report).min(1).max(1_000).optional(),
      message: z.string().min(1).optional().meta({ description: 'The message as it was received.' }),
    })
    .refine(({ reports, message }) => (reports === undefined) !== (message === undefined), {
      path: ['reports'],
      message: 'send `reports` or a `message`, one of them',
    })
    .meta({ id: 'MailReports' }),
  bodyExample: {
    reports: [
      {
        messageId: `<${exampleRows.mail}@acme.example>`,
        kind: 'BOUNCED',
        reason: '5.1.1 no such user',
      },
    ],
  },
  bodyText: rawMessage,
  bodyLimit: 1024 * 1024,
  responses: {
    200: {
      description:
        'For each report, in their order, the mail; null: the organization has none with the `Message-ID`.',
      schema: z.object({ mails: z.array(mail.nullable()) }).meta({ id: 'ReportedMails' }),
    },
    400: { description: 'The message has no report.' },
    404: { description: 'A report as it was received is of no mail of the organization.' },
  },
  permission: 'mail:report',
});
export type MailReports = z.output<NonNullable<typeof reportMail.body>>;
