import { ioi, type MailPurposeSent } from '../api/client.js';
import { useAction } from '../api/queries.js';
import { t, word } from '../texts/texts.js';
import { TextAreaField, TextField } from './field.js';
import { FormDialog } from './form-dialog.js';
import { useFields } from './use-fields.js';

/** What is sent by hand: about what, and how it begins. */
export interface MailDraft {
  about: { policyId: string } | { quoteId: string } | { clientId: string };
  purpose: MailPurposeSent;
  subject: string;
  text: string;
  documents?: readonly { id: string; fileName: string }[];
}

/** Their address is that of the client's consent to paperless; without one they go by post. */
const byConsent: readonly MailPurposeSent[] = ['INVOICE', 'POLICY_DOCUMENTS'];

/** Sends a mail with documents to a client, after the person has read it. */
export function SendMail({ draft, close }: { draft: MailDraft; close: () => void }) {
  const { about, purpose, documents = [] } = draft;
  const [values, field] = useFields({ to: '', subject: draft.subject, text: draft.text });
  const { to, subject, text } = values;
  const send = useAction(
    () =>
      ioi.mails.send({
        ...about,
        purpose,
        subject,
        text,
        documentIds: documents.map(({ id }) => id),
        ...(to.trim() !== '' && { to: to.trim() }),
      }),
    {
      done: ({ state }) => t('mail.queuedAs', { state: word('mailState', state) }),
      changes: [['mails']],
      then: close,
    },
  );
  const names = documents.map(({ fileName }) => fileName).join(', ');
  return (
    <FormDialog
      title={t('mail.sendTitle')}
      says={byConsent.includes(purpose) ? t('mail.byConsent') : undefined}
      action={t('mail.sendNow')}
      disabled={subject.trim() === '' || text.trim() === ''}
      act={send}
      fields={field.pointers}
      close={close}
    >
      {!byConsent.includes(purpose) && (
        <TextField type="email" label={t('mail.to')} hint={t('mail.toHint')} {...field('to', send)} />
      )}
      <TextField label={t('mail.subject')} required maxLength={200} {...field('subject', send)} />
      <TextAreaField label={t('mail.text')} required rows={6} {...field('text', send)} />
      {names !== '' && <p className="quiet">{t('mail.attached', { names })}</p>}
    </FormDialog>
  );
}
