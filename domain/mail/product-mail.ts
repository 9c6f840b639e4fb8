import { z } from 'zod';
import { metadataKey, oneLine, uuid } from '../ground/primitives.js';
import { mailAddress } from './mail-address.js';

/** What a product's mails are for. What has to be delivered goes by mail only to clients who consent to it. */
export const productMailPurposes = [
  'PROPOSAL',
  'POLICY_DOCUMENTS',
  'INVOICE',
  'NOTICE',
  'REMINDER',
  'RECEIPT',
  'OTHER',
] as const;
export const productMailPurpose = z.enum(productMailPurposes).meta({ id: 'ProductMailPurpose' });
export type ProductMailPurpose = z.output<typeof productMailPurpose>;

/** Their mails are deliveries on which rights depend: on paper, unless the client consents to paperless. */
export const purposesOfConsent: ReadonlySet<string> = new Set(['POLICY_DOCUMENTS', 'INVOICE', 'NOTICE']);

/** A key of `mail.templates`. */
export const templateKey = metadataKey;

/** Who gets a mail. */
export const mailRecipient = z.union([
  z.enum(['CLIENT', 'PRODUCER']),
  z.strictObject({
    answer: z.string().min(1).max(255).describe('The id of a question whose answer is an address.'),
  }),
]);
export type MailRecipient = z.output<typeof mailRecipient>;

/** The documents that are made for a mail. */
export const mailAttachments = z
  .array(uuid)
  .max(20)
  .default([])
  .describe('The `formConfigId` of each document form that is made and attached.');

/** The documents that the event's actions made before. */
export const attachedKeys = z
  .array(metadataKey)
  .max(10)
  .default(['documents'])
  .describe('The keys of `metadata` whose documents, made by earlier actions, are attached.');

const mailTemplate = z.strictObject({
  subject: oneLine(300).describe('With values as in forms: `Your policy {{policy.policyNumber}}`.'),
  text: z.string().min(1).max(20_000).describe('Markdown, with values as in forms.'),
  attachments: mailAttachments,
  to: mailRecipient
    .optional()
    .describe('CLIENT, PRODUCER, or the question whose answer is the address; by default the client.'),
});
export type MailTemplate = z.output<typeof mailTemplate>;

const send = z.strictObject({
  template: templateKey.optional().describe("A template of the product; by default the service's own text."),
  attachments: mailAttachments,
  attach: attachedKeys,
});

const reminder = send.extend({
  daysBefore: z
    .number()
    .int()
    .min(1)
    .max(60)
    .default(5)
    .describe('Days from the reminder to the due date of the statement.'),
});

/** `mail` of a product: what its clients are sent. */
export const productMail = z.strictObject({
  from: oneLine(100)
    .regex(/^[^<>"@]*$/, 'is a name, without an address')
    .optional()
    .describe(
      'The name that mails are from; by default that of the insurer. The address is a setting of the service.',
    ),
  replyTo: mailAddress.optional().describe('Where answers go.'),
  templates: z.record(templateKey, mailTemplate).default({}).describe('Mails by key; actions name them.'),
  sends: z
    .strictObject({
      PROPOSAL: send.optional().describe('The proposal of a quote, at `QUOTE_SEND`.'),
      POLICY_DOCUMENTS: send.optional().describe('The documents of an issued, endorsed or renewed policy.'),
      INVOICE: send.optional().describe('A statement, when it is billed.'),
      NOTICE: send.optional().describe('A notice of cancellation, a cancellation or a non-renewal.'),
      REMINDER: reminder.optional().describe('A reminder before a due date.'),
      RECEIPT: send.optional().describe('A receipt for a payment.'),
    })
    .default({})
    .describe('What the service sends by itself; nothing that is not named.'),
});
export type ProductMail = z.output<typeof productMail>;
