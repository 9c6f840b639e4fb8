import { Fragment, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { ioi, type MailWithText } from '../../api/client.js';
import { useAction, useRead } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { MailStateBadge } from '../../parts/mail-state.js';
import { Empty, Facts, Page, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Day, Moment } from '../../parts/values.js';
import { may } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';
import { Posting } from './posting.js';

/** A mail: what it says, and what became of it. */
export function MailPage({ mailId }: { mailId: string }) {
  const mail = useRead(['mails', mailId], (signal) => ioi.mails.get(mailId, { signal }));
  return <Loaded query={mail}>{(found) => <MailView mail={found} />}</Loaded>;
}

function MailView({ mail }: { mail: MailWithText }) {
  const { subject, purpose, state, reason, to, messageId, serverAnswer, lastError, text, html } = mail;
  const { createdTimestamp, sentTimestamp, nextAttemptTimestamp, attachments, reports } = mail;
  const { policyId, postedOn, carrier, postedTo } = mail;
  return (
    <Page
      title={subject ?? word('mailPurpose', purpose)}
      beside={<MailStateBadge state={state} />}
      actions={
        <>
          <Button onClick={() => print()}>{t('mail.print')}</Button>
          {may('mail:write') && <Changes mail={mail} />}
        </>
      }
    >
      {reason !== undefined && <p role="note">{t('mail.notSent', { reason: word('mailReason', reason) })}</p>}
      <Facts
        facts={[
          [t('mail.to'), to ?? '–'],
          [t('mail.purpose'), word('mailPurpose', purpose)],
          [t('mail.queued'), <Moment key="queued" at={createdTimestamp} />],
          sentTimestamp !== undefined && [t('mail.sent'), <Moment key="sent" at={sentTimestamp} />],
          postedOn !== undefined && [t('mail.postedOn'), <Day key="posted" date={postedOn} />],
          carrier !== undefined && [t('mail.carrier'), carrier],
          postedTo !== undefined && [t('mail.postedTo'), postedTo],
          nextAttemptTimestamp !== undefined && [
            t('mail.next'),
            <Moment key="next" at={nextAttemptTimestamp} />,
          ],
          serverAnswer !== undefined && [t('mail.answer'), serverAnswer],
          lastError !== undefined && [t('mail.error'), lastError],
          messageId !== undefined && [t('mail.messageId'), <code key="id">{messageId}</code>],
          [t('mail.open'), <Subjects key="of" mail={mail} />],
        ]}
      />
      {attachments.length > 0 && (
        <Section title={t('mail.attachments')}>
          <ul>
            {attachments.map(({ documentId, fileName, size }) => (
              <li key={documentId}>
                {policyId === undefined ? (
                  fileName
                ) : (
                  <Link href={`/policies/${policyId}?tab=documents&document=${documentId}`}>{fileName}</Link>
                )}{' '}
                ({t('files.kilobytes', { n: Math.ceil(size / 1024) })})
              </li>
            ))}
          </ul>
        </Section>
      )}
      {reports.length > 0 && (
        <Section title={t('mail.reports')}>
          <ul>
            {reports.map((each) => (
              <li key={`${each.kind} ${each.reason}`}>
                <Moment at={each.time} /> {word('mailReport', each.kind)}: {each.reason}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={t('mail.text')}>
        {html !== undefined && <HtmlFrame html={html} />}
        {html === undefined && (text === undefined ? <Empty>{t('mail.noText')}</Empty> : <pre>{text}</pre>)}
      </Section>
    </Page>
  );
}

function Subjects({ mail: { clientId, quoteId, policyId } }: { mail: MailWithText }) {
  const links = [
    ...(policyId === undefined ? [] : [[`/policies/${policyId}`, t('jobs.policy')] as const]),
    ...(quoteId === undefined ? [] : [[`/quotes/${quoteId}`, t('jobs.quote')] as const]),
    ...(clientId === undefined ? [] : [[`/clients/${clientId}`, t('jobs.client')] as const]),
  ];
  return (
    <>
      {links.map(([path, title], index) => (
        <Fragment key={path}>
          {index > 0 && ' · '}
          <Link href={path}>{title}</Link>
        </Fragment>
      ))}
    </>
  );
}

/** A page of somebody else's words: it can run, open and send nothing. */
function HtmlFrame({ html }: { html: string }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([html], { type: 'text/html' }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [html]);
  return <iframe title={t('mail.text')} src={url} sandbox="" width="100%" height="400" />;
}

function Changes({ mail: { id, state } }: { mail: MailWithText }) {
  const changes = [['mails']];
  const resend = useAction(() => ioi.mails.resend(id, {}), { done: () => t('mail.resent'), changes });
  const cancel = useAction(() => ioi.mails.cancel(id), { done: () => t('mail.canceled'), changes });
  const [posting, setPosting] = useState(false);
  if (state === 'WAITING' || state === 'TO_PRINT') {
    return (
      <>
        {state === 'TO_PRINT' && <Button onClick={() => setPosting(true)}>{t('mail.post')}</Button>}
        <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t('mail.cancel')}
        </Button>
        {posting && <Posting mailId={id} close={() => setPosting(false)} />}
      </>
    );
  }
  if (state === 'SENDING' || state === 'CANCELED' || state === 'POSTED') return null;
  return (
    <Button busy={resend.isPending} onClick={() => resend.mutate()}>
      {t('mail.resend')}
    </Button>
  );
}
