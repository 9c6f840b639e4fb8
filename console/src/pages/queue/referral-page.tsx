import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ioi, type Quote, type QuoteReview } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { useFilters } from '../../parts/filters.js';
import { Facts, Page } from '../../parts/page.js';
import { termOfQuote } from '../../parts/quotes/term-text.js';
import { QuoteUnderwriting } from '../../parts/quotes/underwriting.js';
import { useShortcuts } from '../../parts/shortcuts.js';
import { Loaded, Problem } from '../../parts/states.js';
import { Day, Moment, Money } from '../../parts/values.js';
import { may, me } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { AskSeller } from './ask.js';
import { Assignment, takenBy, useAssign } from './assign.js';
import { Decide } from './decide.js';
import { Decision, EarlierDecisions } from './decisions.js';
import { AddNote, Notes } from './notes.js';
import { OfferChanges } from './offer.js';
import { Answers, Premium, Reasons } from './risk.js';
import { referralFilters, referralPath, useReferrals } from './use-referrals.js';

/** A referral: why it was referred, what was answered, and what an underwriter does about it. */
export function ReferralPage({ quoteId }: { quoteId: string }) {
  const quote = useQuery({
    queryKey: ['quotes', quoteId],
    queryFn: ({ signal }) => ioi.quotes.get(quoteId, {}, { signal }),
  });
  return <Loaded query={quote}>{(found) => <Referral key={quoteId} quote={found} />}</Loaded>;
}

const pollMs = 15_000;

function Referral({ quote }: { quote: Quote }) {
  const { requestId: quoteId, quoteDetails, clientId, underwriterResponse } = quote;
  const isOwn = quote.quotingOrganizationId === me().organizationId;
  const review = useQuery({
    queryKey: ['quotes', quoteId, 'review'],
    queryFn: ({ signal }) => ioi.quotes.review(quoteId, { signal }),
    enabled: isOwn,
    refetchInterval: pollMs,
  });
  const mayDecide = isOwn && may('quotes:decide');
  const [open, setOpen] = useOpen(mayDecide);
  const close = () => setOpen(undefined);
  const { assign } = useAssign();
  const assignToMe = () => assign.mutate({ quoteId });
  const taken = takenBy(assign.error);
  return (
    <Page
      title={clientNameOf(quote) ?? quote.lineName}
      beside={<Status quote={quote} />}
      actions={
        <>
          <Neighbors quoteId={quoteId} />
          {mayDecide && (
            <Controls
              isOpen={isUnderReview(quote)}
              isAsked={quote.underwriting?.waitsFor === 'INFORMATION'}
              isFree={review.data !== undefined && !review.data.assignedTo}
              isAssigning={assign.isPending}
              assignToMe={assignToMe}
              open={setOpen}
            />
          )}
        </>
      }
    >
      {assign.error && <Problem error={assign.error} retry={taken && (() => setOpen('assign'))} />}
      <Head quote={quote} review={review.data} />
      {underwriterResponse && <Decision response={underwriterResponse} />}
      <QuoteUnderwriting quote={quote} />
      <Reasons messages={quote.messages} />
      {isOwn && <Loaded query={review}>{({ notes }) => <Notes notes={notes} />}</Loaded>}
      {quoteDetails && <Premium details={quoteDetails} quoteId={quoteId} />}
      <Answers quote={quote} />
      {clientId && <EarlierDecisions clientId={clientId} quoteId={quoteId} />}
      {open === 'decide' && <Decide quote={quote} close={close} />}
      {open === 'ask' && <AskSeller quoteId={quoteId} close={close} />}
      {open === 'offer' && <OfferChanges quoteId={quoteId} close={close} />}
      {open === 'note' && <AddNote quoteId={quoteId} close={close} />}
      {open === 'assign' && review.data && <Assignment review={review.data} close={close} />}
    </Page>
  );
}

const isUnderReview = ({ requiresUnderwriterApproval, underwriterResponse, type }: Quote) =>
  requiresUnderwriterApproval && !underwriterResponse && type !== 'DECLINE';

/** What an underwriter can do with a referral, by button and by key. */
function Controls({
  isOpen,
  isAsked,
  isFree,
  isAssigning,
  assignToMe,
  open,
}: {
  isOpen: boolean;
  /** The seller has yet to answer. */
  isAsked: boolean;
  /** Nobody has it. */
  isFree: boolean;
  isAssigning: boolean;
  assignToMe: () => void;
  open: (what: Opened) => void;
}) {
  useShortcuts([
    { key: 'n', says: t('queue.addNote'), act: () => open('note') },
    ...(isOpen
      ? [
          { key: 'a', says: t('queue.assignToMe'), act: assignToMe },
          { key: 'd', says: t('queue.decide'), act: () => open('decide') },
        ]
      : []),
  ]);
  return (
    <>
      <Button onClick={() => open('note')}>{t('queue.addNote')}</Button>
      {isOpen && (
        <>
          {isFree && (
            <Button busy={isAssigning} onClick={assignToMe}>
              {t('queue.assignToMe')}
            </Button>
          )}
          <Button onClick={() => open('assign')}>{t('queue.assign')}</Button>
          {!isAsked && <Button onClick={() => open('ask')}>{t('underwriting.ask')}</Button>}
          <Button onClick={() => open('offer')}>{t('underwriting.offerChanges')}</Button>
          <Button look="main" onClick={() => open('decide')}>
            {t('queue.decide')}
          </Button>
        </>
      )}
    </>
  );
}

/** The ways to the referrals before and after one, and back to the list from which it was opened. */
function Neighbors({ quoteId }: { quoteId: string }) {
  const { previous, next, path } = useNeighbors(quoteId);
  const [, go] = useLocation();
  useShortcuts([
    { key: 'u', says: t('queue.back'), act: () => go(path) },
    ...(next ? [{ key: 'j', says: t('queue.next'), act: () => go(next) }] : []),
    ...(previous ? [{ key: 'k', says: t('queue.previous'), act: () => go(previous) }] : []),
  ]);
  return (
    <>
      <ButtonLink to={path}>{t('queue.back')}</ButtonLink>
      {previous && <ButtonLink to={previous}>{t('queue.previous')}</ButtonLink>}
      {next && <ButtonLink to={next}>{t('queue.next')}</ButtonLink>}
    </>
  );
}

type Opened = 'decide' | 'note' | 'assign' | 'ask' | 'offer' | undefined;

/** The dialog in sight; `?open=decide` opens that of the decision, from the queue. */
function useOpen(mayDecide: boolean) {
  const search = new URLSearchParams(useSearch());
  return useState<Opened>(mayDecide && search.get('open') === 'decide' ? 'decide' : undefined);
}

/** The referrals before and after one, in the list from which it was opened, and that list. */
function useNeighbors(quoteId: string) {
  const [values] = useFilters(referralFilters);
  const { rows } = useReferrals(values);
  const search = new URLSearchParams(useSearch());
  search.delete('open');
  const filters = search.toString();
  const at = rows.findIndex(({ requestId }) => requestId === quoteId);
  const pathOf = (row: { requestId: string } | undefined) => row && referralPath(row.requestId, filters);
  return {
    previous: at > 0 ? pathOf(rows[at - 1]) : undefined,
    // One that was decided is no longer in the list: the next one is the first.
    next: pathOf(rows[at + 1]),
    path: `/queue${filters ? `?${filters}` : ''}`,
  };
}

function Status({ quote }: { quote: Quote }) {
  const decided = quote.underwriterResponse?.isApproved;
  if (decided === true) return <Badge tone="good">{t('queue.approved')}</Badge>;
  if (decided === false) return <Badge tone="bad">{t('queue.declined')}</Badge>;
  if (quote.requiresUnderwriterApproval) return <Badge tone="warn">{t('queue.underReview')}</Badge>;
  return null;
}

function Head({ quote, review }: { quote: Quote; review: QuoteReview | undefined }) {
  const { premium } = quote.quoteDetails ?? {};
  return (
    <Facts
      facts={[
        [t('quotes.product'), quote.lineName],
        [t('quotes.premium'), <Money key="premium" amount={premium?.amount} />],
        [t('quotes.effective'), <Day key="day" date={quote.effectiveDate} />],
        [t('queue.term'), termOfQuote(quote)],
        [t('queue.referred'), <Moment key="at" at={quote.quoteTimestamp} />],
        [
          t('queue.assignedTo'),
          review ? (review.assignedTo?.name ?? t('queue.nobody')) : quote.quotingOrganization,
        ],
      ]}
    />
  );
}

/** As it was answered. */
function clientNameOf({ quoteIntake }: Quote): string | undefined {
  const name = quoteIntake['client.name'];
  return name?.type === 'ANSWER' && name.answer ? name.answer : undefined;
}
