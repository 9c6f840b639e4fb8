import { metadataKey } from '../ground/primitives.js';
import {
  attachedKeys,
  mailAttachments,
  mailRecipient,
  productMailPurpose,
  templateKey,
} from '../mail/product-mail.js';

/** A mail about the event's records; `docs/guides/what-clients-are-sent.md` explains it. */
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
  attach: attachedKeys,
  into: metadataKey.default('mail').describe('The key of the mail in `metadata`.'),
};
