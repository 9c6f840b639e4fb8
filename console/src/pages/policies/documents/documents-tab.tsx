import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ioi, type Mail, type PolicyEvent } from '../../../api/client.js';
import { useAction, useRead } from '../../../api/queries.js';
import { Button } from '../../../parts/button.js';
import { text, useFilters } from '../../../parts/filters.js';
import { MailStateBadge } from '../../../parts/mail-state.js';
import { Empty, Section } from '../../../parts/page.js';
import { type MailDraft, SendMail } from '../../../parts/send-mail.js';
import { Loaded } from '../../../parts/states.js';
import { Moment } from '../../../parts/values.js';
import { may } from '../../../session/me.js';
import { t, word } from '../../../texts/texts.js';
import { isMoving, type PolicyRecord } from '../record.js';
import { authorOf } from '../values.js';
import s from './documents.module.css';

const filters = { document: text };

interface PolicyDocument {
  id: string;
  fileName: string;
  url: string;
  event: PolicyEvent;
}

/** The documents of a policy, the latest first, with a preview of the chosen one. */
export function DocumentsTab({ record }: { record: PolicyRecord }) {
  const { events, policy } = record;
  const [draft, setDraft] = useState<MailDraft>();
  const mails = useMails(policy.id);
  const [{ document: chosen }, change] = useFilters(filters);
  const documents = documentsOf(events);
  const open = documents.find(({ id }) => id === chosen);
  if (documents.length === 0)
    return <Empty>{t(isMoving(record) ? 'policies.makingDocuments' : 'policies.noDocuments')}</Empty>;
  return (
    <>
      <ul className={s.list}>
        {documents.map(({ id, fileName, event }) => (
          <li key={id} data-open={id === chosen || undefined}>
            <strong>{fileName}</strong>
            <span className="quiet">
              {word('policyEvent', event.type)} · <Moment at={event.createdTimestamp} />
              {event.createdBy && ` · ${authorOf(event.createdBy)}`}
            </span>
            <span className={s.actions}>
              <Deliveries
                mails={mails.filter(({ documentIds }) => documentIds.includes(id))}
                send={() =>
                  setDraft({
                    about: { policyId: policy.id },
                    purpose: 'POLICY_DOCUMENTS',
                    subject: t('mail.documentSubject', { number: policy.policyNumber }),
                    text: t('mail.documentText', { name: fileName }),
                    documents: [{ id, fileName }],
                  })
                }
              />
              {may('documents:read') && (
                <Button
                  aria-expanded={id === chosen}
                  aria-label={t(id === chosen ? 'policies.closePreviewOf' : 'policies.previewOf', {
                    name: fileName,
                  })}
                  onClick={() => change({ document: id === chosen ? '' : id })}
                >
                  {t(id === chosen ? 'policies.closePreview' : 'policies.preview')}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {draft && <SendMail draft={draft} close={() => setDraft(undefined)} />}
      {open && may('documents:read') && (
        <Section title={open.fileName}>
          <Preview key={open.id} document={open} />
        </Section>
      )}
    </>
  );
}

const mailsPollMs = 15_000;

/** The mails about a policy, the newest first. */
function useMails(policyId: string): readonly Mail[] {
  const query = useRead(
    ['mails', 'of policy', policyId],
    async (signal) => (await ioi.mails.list({ policyId, size: 1000 }, { signal })).content,
    { enabled: may('mail:read'), refetchInterval: mailsPollMs },
  );
  return query.data ?? [];
}

/** What became of a document that was sent, and the button that sends it, at first or again. */
function Deliveries({ mails: [last], send }: { mails: readonly Mail[]; send: () => void }) {
  const resend = useAction((mailId: string) => ioi.mails.resend(mailId, {}), {
    done: () => t('mail.resent'),
    changes: [['mails']],
  });
  const mayResend = last !== undefined && mayBeResent.includes(last.state);
  return (
    <>
      {last && (
        <Link href={`/mail/${last.id}`}>
          <MailStateBadge state={last.state} />
        </Link>
      )}
      {may('mail:write') &&
        (mayResend ? (
          <Button busy={resend.isPending} onClick={() => resend.mutate(last.id)}>
            {t('mail.resend')}
          </Button>
        ) : (
          <Button onClick={send}>{t('mail.send')}</Button>
        ))}
    </>
  );
}

/** The others wait, are to be posted, or were: what is sent then is another mail. */
const mayBeResent: readonly Mail['state'][] = [
  ...(['SENT', 'REFUSED', 'UNCONFIRMED', 'BOUNCED', 'COMPLAINED', 'NOT_SENT'] as const),
];

function documentsOf(events: readonly PolicyEvent[]): PolicyDocument[] {
  return events
    .flatMap((event) => {
      const { contentId, fileName, url } = event.data;
      const isDocument = event.type === 'DOCUMENT_GENERATED' || event.type === 'DOCUMENT_UPLOADED';
      if (!isDocument || typeof url !== 'string') return [];
      return [{ id: String(contentId), fileName: String(fileName), url, event }];
    })
    .toReversed();
}

function Preview({ document: { id, fileName, url } }: { document: PolicyDocument }) {
  const file = useRead(
    ['documents', id],
    async (signal) => (await ioi.documents.downloadFile({ path: url }, { signal })).blob(),
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return <Loaded query={file}>{(blob) => <Shown blob={blob} fileName={fileName} />}</Loaded>;
}

function Shown({ blob, fileName }: { blob: Blob; fileName: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (address === undefined) return null;
  return (
    <>
      <p>
        <a href={address} download={fileName}>
          {t('policies.download')}
        </a>
      </p>
      {blob.type === 'application/pdf' && <iframe className={s.paper} title={fileName} src={address} />}
      {blob.type.startsWith('image/') && <img className={s.image} alt={fileName} src={address} />}
    </>
  );
}
