import { z } from 'zod';
import { calendarDate, instant, jsonObject, uuid } from '../../domain/ground/primitives.js';
import { reportKinds } from '../../domain/mail/delivery-report.js';
import { mailStates, notSentReasons } from '../../domain/mail/mail-states.js';
import { mailPurposes } from '../../domain/mail/purposes.js';

export const mailPurpose = z.enum(mailPurposes).meta({ id: 'MailPurpose' });

export const mailState = z.enum(mailStates).meta({
  id: 'MailState',
  description:
    '`SENT`: the mail server took it. `REFUSED`: it did not, for good. `UNCONFIRMED`: nobody knows; it is not sent again by ' +
    'itself. `BOUNCED`, `COMPLAINED`: it came back, or its reader complained. `NOT_SENT`: see `reason`. `TO_PRINT`: it goes by post. `POSTED`: it went.',
});

export const notSentReason = z
  .enum(Object.keys(notSentReasons) as [keyof typeof notSentReasons])
  .meta({ id: 'MailNotSentReason' });

export const reportKind = z.enum(reportKinds).meta({
  id: 'MailReportKind',
  description: '`DELAYED` and temporary bounces are noted only.',
});

/** A mail as it is listed. */
export const mail = z
  .object({
    id: uuid,
    purpose: mailPurpose,
    state: mailState,
    reason: notSentReason.optional(),
    reasonText: z.string().optional().meta({ description: 'The reason in words.' }),
    clientId: uuid
      .optional()
      .meta({ description: 'Whom it is about; the addressee, unless it is to a person.' }),
    personId: uuid.optional().meta({ description: 'The addressee, if it is a person of the organization.' }),
    quoteId: uuid.optional(),
    policyId: uuid.optional(),
    statementId: uuid.optional(),
    triggerRequestId: uuid.optional().meta({ description: 'The event that sent it.' }),
    clockId: uuid.optional().meta({ description: "The client's test clock." }),
    to: z.string().optional().meta({ description: 'The address; absent once it was erased.' }),
    language: z.string().optional(),
    subject: z.string().optional().meta({ description: 'Once it was written.' }),
    contentSha256: z.string().optional().meta({ description: 'Of subject, an empty line and text.' }),
    documentIds: z.array(uuid),
    attachments: z
      .array(
        z
          .object({ documentId: uuid, fileName: z.string(), size: z.number().int(), sha256: z.string() })
          .meta({ id: 'MailAttachment' }),
      )
      .meta({ description: 'The documents that were sent with it.' }),
    messageId: z.string().optional().meta({ description: 'Its `Message-ID`, the same in every attempt.' }),
    attempts: z.number().int().meta({ description: 'Since it was queued or last sent again.' }),
    resends: z.number().int(),
    serverAnswer: z.string().optional().meta({ description: 'By which the mail server took it.' }),
    lastError: z.string().optional(),
    reports: z
      .array(z.object({ kind: reportKind, reason: z.string(), time: instant }).meta({ id: 'MailReport' }))
      .meta({ description: 'What came back, the last first.' }),
    createdTimestamp: instant,
    createdBy: jsonObject
      .optional()
      .meta({ description: 'The person or key that wrote it by hand; absent: the service.' }),
    nextAttemptTimestamp: instant.optional(),
    sentTimestamp: instant.optional(),
    deliveredTimestamp: instant.optional().meta({ description: 'As far as the receiver tells.' }),
    bouncedTimestamp: instant.optional().meta({
      description: 'From then on nothing else is sent to the address, until somebody has a mail sent again.',
    }),
    postedOn: calendarDate.optional().meta({ description: 'The day on which it was posted.' }),
    carrier: z.string().optional().meta({ description: 'Who carried it, such as `First-class mail`.' }),
    postedTo: z.string().optional().meta({ description: 'The postal address.' }),
    version: z.number().int().meta({ description: 'It only grows.' }),
  })
  .meta({ id: 'Mail' });
