import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type Quote } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { useQuestions } from '../../api/questions.js';
import { namesOfIterations } from '../../parts/answer-list.js';
import { ButtonLink } from '../../parts/button.js';
import { ClockBar } from '../../parts/clock/clock-bar.js';
import { DownloadButton } from '../../parts/download.js';
import { Files } from '../../parts/files.js';
import { HoldBanner } from '../../parts/holds.js';
import { Notice } from '../../parts/notice.js';
import { Section } from '../../parts/page.js';
import { BindQuote } from '../../parts/quotes/bind-quote.js';
import { Coverages, isPriceOfChange, Messages } from '../../parts/quotes/coverages.js';
import { Decision } from '../../parts/quotes/decision.js';
import { useIssuedFrom } from '../../parts/quotes/issued-from.js';
import { QuoteAnswers } from '../../parts/quotes/quote-answers.js';
import { headerOfQuote } from '../../parts/quotes/quote-record.js';
import { QuoteBadge, quoteStateOf } from '../../parts/quotes/quote-state.js';
import { QuoteUnderwriting } from '../../parts/quotes/underwriting.js';
import { WorksheetView } from '../../parts/quotes/worksheet-view.js';
import { RecordPage } from '../../parts/record-header.js';
import { Loaded } from '../../parts/states.js';
import { Tabs, useTabs } from '../../parts/tabs.js';
import { TasksAbout } from '../../parts/tasks.js';
import { say } from '../../parts/toast.js';
import { may, mayFire } from '../../session/me.js';
import { time } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { CompareWith } from './compare-with.js';
import { Replay } from './replay.js';

/** A quote: what it costs and covers, its answers, and every step of its rating. */
export function QuotePage({ quoteId }: { quoteId: string }) {
  const quote = useRead(['quotes', quoteId], (signal) => ioi.quotes.get(quoteId, {}, { signal }));
  return <Loaded query={quote}>{(found) => <QuoteView quote={found} />}</Loaded>;
}

function QuoteView({ quote }: { quote: Quote }) {
  const tab = useTabs(['premium', 'answers', 'worksheet', 'replay', 'files']);
  const [open, setOpen] = useState<'bind' | 'compare'>();
  const { requestId, clientId, quoteDetails, bindable } = quote;
  const close = () => setOpen(undefined);
  const mayBind = bindable && clientId !== undefined && mayFire('POLICY_CREATE');
  const header = headerOfQuote(quote);
  const policyId = useIssuedFrom([quote]).get(requestId);
  return (
    <RecordPage
      {...header}
      standing={<QuoteBadge quote={{ ...quote, bound: policyId !== undefined }} />}
      figures={[...header.figures, { name: t('quotes.made'), value: time(quote.quoteTimestamp) }]}
      controls={
        <>
          {policyId && may('policies:read') && (
            <ButtonLink to={`/policies/${policyId}`}>{t('quotes.openPolicy')}</ButtonLink>
          )}
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
      actions={[
        { title: t('quotes.compare'), act: () => setOpen('compare') },
        ...(mayBind ? [{ title: t('quotes.bind'), look: 'main' as const, act: () => setOpen('bind') }] : []),
      ]}
    >
      <ClockBar clockId={quote.clockId} clientId={clientId} />
      <HoldBanner of={{ quoteId: requestId }} />
      <NextStep quote={quote} />
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
    </RecordPage>
  );
}

/** A quote that waits for an underwriter leads there. */
function NextStep({ quote }: { quote: Quote }) {
  if (quoteStateOf(quote) !== 'UNDER_REVIEW' || quote.underwriting?.replacedBy) return null;
  return (
    <Notice actions={<ButtonLink to={`/queue/${quote.requestId}`}>{t('policies.openReferral')}</ButtonLink>}>
      {t('policies.reviewFirst')}
    </Notice>
  );
}

function Premium({ quote }: { quote: Quote }) {
  const { quoteDetails, messages, packageQuotes = [], underwriterResponse, policyholderResponse } = quote;
  const questions = useQuestions(quote.lineId, quote.quoteIntake);
  const names = namesOfIterations(questions.data ?? []);
  return (
    <>
      <Messages messages={messages} questions={questions.data} />
      {underwriterResponse && <Decision title={t('quotes.underwriter')} response={underwriterResponse} />}
      {policyholderResponse && <Decision title={t('quotes.policyholder')} response={policyholderResponse} />}
      {quoteDetails && (
        <Coverages details={quoteDetails} names={names} ofChange={isPriceOfChange(quote.type)} />
      )}
      {packageQuotes.map((component) => (
        <Section
          key={component.requestId}
          title={component.lineName}
          actions={<Link href={`/quotes/${component.requestId}`}>{t('quotes.openQuote')}</Link>}
        >
          <Messages messages={component.messages} />
          {component.quoteDetails && (
            <Coverages
              details={component.quoteDetails}
              names={names}
              ofChange={isPriceOfChange(quote.type)}
            />
          )}
        </Section>
      ))}
    </>
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
