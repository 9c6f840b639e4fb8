import { z } from 'zod';
import { mailAttachments, mailRecipient, productMailPurpose, templateKey } from '../mail/product-mail.js';
import { metadataKey } from './flow-action.js';

/** A mail about the event's records; `docs/guides/mail.md` explains it. */
export const sendEmailSettings = {
  template: templateKey
    .optional()
    .describe("A template of the product's `mail`; by default the service's own text for the purpose."),
  purpose: productMailPurpose
    .default('OTHER')
    .describe(
      'What it is for. INVOICE, NOTICE and POLICY_DOCUMENTS go by mail only to clients who consent to paperless.',
    ),
  to: mailRecipient.optional().describe('Who gets it; by default whom the template names, else the client.'),
  attachments: mailAttachments.describe(
    'Document forms that are made and attached, besides those of the template.',
  ),
  attach: z
    .array(metadataKey)
    .max(10)
    .default(['documents'])
    .describe('The keys of `metadata` whose documents, made by earlier actions, are attached.'),
  into: metadataKey.default('mail').describe('The key of the mail in `metadata`.'),
};
