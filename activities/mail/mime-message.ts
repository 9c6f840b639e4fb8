import MailComposer from 'nodemailer/lib/mail-composer';
import type { Mail } from '../../db/models/mail.js';
import type { ComposedMail } from '../../documents/mail/compose-mail.js';
import type { MailSettings } from '../ground/mail-settings.js';

/** A mail as it is sent (RFC 5322). Its headers are written by a library, which lets no value begin another one. */
export function mimeMessage(
  { messageId, toAddress }: Mail,
  { subject, plainText, html, fromName, replyTo, attachments }: ComposedMail,
  { from, now }: { from: MailSettings['from']; now: Date },
): Promise<Buffer> {
  return new MailComposer({
    from: { name: fromName ?? from.name ?? '', address: from.address },
    to: { name: '', address: toAddress ?? '' },
    ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
    subject,
    text: plainText,
    html,
    messageId: messageId ?? '',
    date: now,
    attachments: attachments.map(({ fileName, contentType, bytes }) => ({
      filename: fileName,
      contentType,
      content: bytes,
      contentDisposition: 'attachment',
    })),
    // Nobody's vacation answers it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build();
}
