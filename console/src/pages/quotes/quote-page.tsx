import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type Quote } from '../../api/client.js';
import { useQuestions } from '../../api/questions.js';
import { Button } from '../../parts/button.js';
import { ClockBar } from '../../parts/clock/clock-bar.js';
import { DownloadButton } from '../../parts/download.js';
import { Files } from '../../parts/files.js';
import { HoldBanner } from '../../parts/holds.js';
import { Facts, Page, Section } from '../../parts/page.js';
import { BindQuote } from '../../parts/quotes/bind-quote.js';
import { Coverages, Messages, totalOf } from '../../parts/quotes/coverages.js';
import { QuoteAnswers } from '../../parts/quotes/quote-answers.js';
import { QuoteBadge } from '../../parts/quotes/quote-state.js';
import { termOfQuote } from '../../parts/quotes/term-text.js';
import { QuoteUnderwriting } from '../../parts/quotes/underwriting.js';
import { Loaded } from '../../parts/states.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { TasksAbout } from '../../parts/tasks.js';
import { say } from '../../parts/toast.js';
import { Day, Moment, Money } from '../../parts/values.js';
import { may, mayFire } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { CompareWith } from './compare-with.js';
import s from './quotes.module.css';
import { Replay } from './replay.js';
import { WorksheetView } from './worksheet-view.js';

/** A quote: what it costs and covers, its answers, and every step of its rating. */
export function QuotePage({ quoteId }: { quoteId: string }) {
  const quote = useQuery({
    queryKey: ['quotes', quoteId],
    queryFn: ({ signal }) => ioi.quotes.get(quoteId, {}, { signal }),
  });
  return <Loaded query={quote}>{(found) => <QuoteView quote={found} />}</Loaded>;
}

function QuoteView({ quote }: { quote: Quote }) {
  const tab = useTabs(['premium', 'answers', 'worksheet', 'replay', 'files']);
  const [open, setOpen] = useState<'bind' | 'compare'>();
  const { requestId, lineName, clientId, quoteDetails, bindable } = quote;
  const close = () => setOpen(undefined);
  return (
    <Page
      title={lineName}
      beside={<QuoteBadge quote={quote} />}
      actions={
        <>
          {bindable && clientId !== undefined && mayFire('POLICY_CREATE') && (
            <Button look="main" onClick={() => setOpen('bind')}>
              {t('quotes.bind')}
            </Button>
          )}
          <Button onClick={() => setOpen('compare')}>{t('quotes.compare')}</Button>
          {quoteDetails && may('documents:read') && may('documents:generate') && <Proposal quote={quote} />}
          <DownloadButton
            name={`worksheet-${requestId}.xlsx`}
            load={() => ioi.documents.downloadExcelWorksheet(requestId)}
          >
            {t('quotes.excel')}
          </DownloadButton>
          <DownloadButton
            name={`worksheet-${requestId}.pdf`}
            load={() => ioi.documents.downloadWorksheetPdf(requestId, { verbose: true })}
          >
            {t('quotes.pdf')}
          </DownloadButton>
        </>
      }
    >
      <ClockBar clockId={quote.clockId} clientId={clientId} />
      <HoldBanner of={{ quoteId: requestId }} />
      <QuoteFacts quote={quote} />
      <QuoteUnderwriting quote={quote} />
      <Tabs
        current={tab}
        tabs={[
          ['premium', t('quotes.premium')],
          ['answers', t('quotes.answers')],
          ['worksheet', t('quotes.worksheet')],
          ['replay', t('quotes.replay')],
          ...(may('files:read') ? [['files', t('files.title')] as const] : []),
        ]}
      />
      {tab === 'premium' && <Premium quote={quote} />}
      {tab === 'answers' && <QuoteAnswers quote={quote} />}
      {tab === 'worksheet' && <WorksheetView quote={quote} />}
      {tab === 'files' && may('files:read') && <Files of={{ quoteId: requestId }} />}
      {tab === 'replay' && <Replay quoteId={requestId} />}
      <TasksAbout of={{ quoteId: requestId }} />
      {open === 'bind' && <BindQuote quote={quote} close={close} />}
      {open === 'compare' && <CompareWith quote={quote} close={close} />}
    </Page>
  );
}

function QuoteFacts({ quote }: { quote: Quote }) {
  const { quoteDetails, clientId, effectiveDate, quotingOrganization, quoteTimestamp } = quote;
  return (
    <Facts
      facts={[
        [
          t('quotes.total'),
          <strong key="total" className={s.big}>
            <Money amount={quoteDetails && totalOf(quoteDetails)} />
          </strong>,
        ],
        [t('quotes.effective'), <Day key="effective" date={effectiveDate} />],
        [t('quotes.term'), termOfQuote(quote)],
        quoteDetails?.expirationDate !== undefined && [
          t('quotes.validUntil'),
          <Moment key="valid" at={quoteDetails.expirationDate} />,
        ],
        [t('quotes.quotedBy'), quotingOrganization],
        [t('quotes.made'), <Moment key="made" at={quoteTimestamp} />],
        clientId !== undefined &&
          may('clients:read') && [
            t('quotes.client'),
            <Link key="client" href={`/clients/${clientId}`}>
              {t('quotes.openClient')}
            </Link>,
          ],
      ]}
    />
  );
}

function Premium({ quote }: { quote: Quote }) {
  const { quoteDetails, messages, packageQuotes = [], underwriterResponse, policyholderResponse } = quote;
  const questions = useQuestions(
    quote.lineId,
    quote.quoteIntake,
    messages.some(({ qid }) => qid !== undefined),
  );
  return (
    <>
      <Messages messages={messages} questions={questions.data} />
      {underwriterResponse && <Decision title={t('quotes.underwriter')} response={underwriterResponse} />}
      {policyholderResponse && <Decision title={t('quotes.policyholder')} response={policyholderResponse} />}
      {quoteDetails && <Coverages details={quoteDetails} />}
      {packageQuotes.map((component) => (
        <Section
          key={component.requestId}
          title={component.lineName}
          actions={<Link href={`/quotes/${component.requestId}`}>{t('quotes.openQuote')}</Link>}
        >
          <Messages messages={component.messages} />
          {component.quoteDetails && <Coverages details={component.quoteDetails} />}
        </Section>
      ))}
    </>
  );
}

function Decision({ title, response }: { title: string; response: Record<string, unknown> }) {
  const { isApproved, comments, createdTimestamp } = response;
  return (
    <Section title={title}>
      <p>
        {isApproved === true ? t('quotes.approved') : t('quotes.refused')}
        {typeof createdTimestamp === 'string' && (
          <span className="quiet">
            {' '}
            · <Moment at={createdTimestamp} />
          </span>
        )}
      </p>
      {typeof comments === 'string' && <p>{comments}</p>}
    </Section>
  );
}

/** The product's proposal of the quote, which the service makes once. */
function Proposal({ quote: { requestId, triggerRequestId } }: { quote: Quote }) {
  const load = async () => {
    const { quoted } = await ioi.quotes.ofEvent(triggerRequestId, { preGenerateQuoteProposal: true });
    const url = quoted.find((each) => each.requestId === requestId)?.quoteProposal?.url;
    if (typeof url === 'string') return ioi.documents.downloadFile({ path: url });
    say(t('quotes.noProposal'));
    return undefined;
  };
  return (
    <DownloadButton name={`proposal-${requestId}.pdf`} load={load}>
      {t('quotes.proposal')}
    </DownloadButton>
  );
}
