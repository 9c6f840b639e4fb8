import { type ReactNode, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ioi, type Quote, type QuoteReview } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { ClockBar } from '../../parts/clock/clock-bar.js';
import { useFilters } from '../../parts/filters.js';
import { HoldBanner } from '../../parts/holds.js';
import { Section } from '../../parts/page.js';
import { Decision } from '../../parts/quotes/decision.js';
import { HowRated } from '../../parts/quotes/how-rated.js';
import { QuoteAnswers } from '../../parts/quotes/quote-answers.js';
import { headerOfQuote } from '../../parts/quotes/quote-record.js';
import { QuoteUnderwriting } from '../../parts/quotes/underwriting.js';
import { RecordPage } from '../../parts/record-header.js';
import { useShortcuts } from '../../parts/shortcuts.js';
import { Loaded, Problem } from '../../parts/states.js';
import { say } from '../../parts/toast.js';
import { may, me } from '../../session/me.js';
import { ago } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { AskSeller } from './ask.js';
import { Assignment, takenBy, useAssign } from './assign.js';
import { Decide } from './decide.js';
import { EarlierDecisions } from './decisions.js';
import { ReferralNotes } from './notes.js';
import { OfferChanges } from './offer.js';
import s from './queue.module.css';
import { Reasons } from './reasons.js';
import { SimilarDecisions } from './similar.js';
import { referralFilters, referralPath, useReferrals } from './use-referrals.js';

/** A referral: why it was referred, what was decided in such cases, and what an underwriter does about it. */
export function ReferralPage({ quoteId }: { quoteId: string }) {
  const quote = useRead(['quotes', quoteId], (signal) => ioi.quotes.get(quoteId, {}, { signal }));
  return <Loaded query={quote}>{(found) => <Referral key={quoteId} quote={found} />}</Loaded>;
}

const pollMs = 15_000;

function Referral({ quote }: { quote: Quote }) {
  const { requestId: quoteId, clientId, underwriterResponse } = quote;
  const isOwn = quote.quotingOrganizationId === me().organizationId;
  const review = useRead(['quotes', quoteId, 'review'], (signal) => ioi.quotes.review(quoteId, { signal }), {
    enabled: isOwn,
    refetchInterval: pollMs,
  });
  const mayDecide = isOwn && may('quotes:decide');
  const [open, setOpen] = useOpen(mayDecide);
  const close = () => setOpen(undefined);
  const notesRef = useRef<HTMLDivElement>(null);
  const neighbors = useNeighbors(quoteId);
  const [, go] = useLocation();
  /** What was decided is done: the next one is in sight. */
  const decided = () => {
    close();
    const next = neighbors.next ?? neighbors.first;
    say(t(next ? 'queue.nextOpened' : 'queue.noneLeft'));
    go(next ?? neighbors.path);
  };
  const { assign } = useAssign();
  const taken = takenBy(assign.error);
  const header = headerOfQuote(quote);
  return (
    <RecordPage
      {...header}
      standing={<Status quote={quote} />}
      figures={[...header.figures, ...figuresOfReview(quote, review.data)]}
      controls={<Neighbors {...neighbors} />}
      actions={[]}
    >
      {mayDecide && (
        <Controls
          isOpen={isUnderReview(quote)}
          isAsked={quote.underwriting?.waitsFor === 'INFORMATION'}
          isFree={review.data !== undefined && !review.data.assignedTo}
          isAssigning={assign.isPending}
          assignToMe={() => assign.mutate({ quoteId })}
          open={setOpen}
          writeNote={() => notesRef.current?.querySelector('textarea')?.focus()}
        />
      )}
      {assign.error && <Problem error={assign.error} retry={taken && (() => setOpen('assign'))} />}
      <ClockBar clockId={quote.clockId} clientId={clientId} />
      <HoldBanner of={{ quoteId }} />
      <div className={s.columns}>
        <div className={s.main}>
          {underwriterResponse && <Decision response={underwriterResponse} />}
          <Reasons quote={quote} />
          <QuoteUnderwriting quote={quote} />
        </div>
        <div className={s.below}>
          <HowRated quote={quote} />
          <Section title={t('clients.answers')}>
            <QuoteAnswers quote={quote} />
          </Section>
        </div>
        {isOwn && (
          <aside className={s.aside} aria-label={t('queue.similar')}>
            <SimilarDecisions quoteId={quoteId} />
            <div ref={notesRef}>
              <ReferralNotes quoteId={quoteId} review={review} mayWrite={mayDecide} />
            </div>
            {clientId && <EarlierDecisions clientId={clientId} quoteId={quoteId} />}
          </aside>
        )}
      </div>
      {(open === 'decide' || open === 'approve' || open === 'decline') && (
        <Decide quote={quote} preset={open === 'decide' ? undefined : open} close={close} decided={decided} />
      )}
      {open === 'ask' && <AskSeller quote={quote} close={close} />}
      {open === 'offer' && <OfferChanges quote={quote} close={close} decided={decided} />}
      {open === 'assign' && review.data && <Assignment review={review.data} close={close} />}
    </RecordPage>
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
  writeNote,
}: {
  isOpen: boolean;
  /** The seller has yet to answer. */
  isAsked: boolean;
  /** Nobody has it. */
  isFree: boolean;
  isAssigning: boolean;
  assignToMe: () => void;
  open: (what: Opened) => void;
  writeNote: () => void;
}) {
  const decisions = [
    { key: 'y', says: t('queue.approve'), what: 'approve', look: 'main' },
    { key: 'c', says: t('underwriting.offerChanges'), what: 'offer' },
    ...(isAsked ? [] : [{ key: 'i', says: t('queue.askInstead'), what: 'ask' } as const]),
    { key: 'x', says: t('queue.decline'), what: 'decline', look: 'danger' },
  ] as const;
  const shown = isOpen ? decisions : [];
  useShortcuts([
    { key: 'n', says: t('queue.addNote'), act: writeNote },
    ...shown.map(({ key, says, what }) => ({ key, says, act: () => open(what) })),
    ...(isOpen
      ? [
          { key: 'a', says: t('queue.assignToMe'), act: assignToMe },
          { key: 'd', says: t('queue.decide'), act: () => open('decide') },
        ]
      : []),
  ]);
  return (
    <div className={s.decide}>
      {shown.map(({ key, says, what, ...rest }) => (
        <Button key={key} look={'look' in rest ? rest.look : undefined} onClick={() => open(what)}>
          {says}
          <kbd aria-hidden>{key}</kbd>
        </Button>
      ))}
      <div className={s.end}>
        {isOpen && isFree && (
          <Button look="plain" busy={isAssigning} onClick={assignToMe}>
            {t('queue.assignToMe')}
          </Button>
        )}
        {isOpen && (
          <Button look="plain" onClick={() => open('assign')}>
            {t('queue.assign')}
          </Button>
        )}
        <Button look="plain" onClick={writeNote}>
          {t('queue.addNote')}
        </Button>
      </div>
    </div>
  );
}

interface Near {
  previous: string | undefined;
  next: string | undefined;
  /** The first of the list, this one aside. */
  first: string | undefined;
  /** The list. */
  path: string;
}

/** The ways to the referrals before and after one, and back to the list from which it was opened. */
function Neighbors({ previous, next, path }: Omit<Near, 'first'>) {
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

type Opened = 'decide' | 'approve' | 'decline' | 'assign' | 'ask' | 'offer' | undefined;

/** The dialog in sight; `?open=decide` opens that of the decision, from the queue. */
function useOpen(mayDecide: boolean) {
  const search = new URLSearchParams(useSearch());
  return useState<Opened>(mayDecide && search.get('open') === 'decide' ? 'decide' : undefined);
}

/** The referrals before and after one, in the list from which it was opened, and that list. */
function useNeighbors(quoteId: string): Near {
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
    first: pathOf(rows.find(({ requestId }) => requestId !== quoteId)),
    path: `/queue${filters ? `?${filters}` : ''}`,
  };
}

function Status({ quote }: { quote: Quote }): ReactNode {
  const decided = quote.underwriterResponse?.isApproved;
  if (decided === true) return <Badge tone="good">{t('queue.approved')}</Badge>;
  if (decided === false) return <Badge tone="bad">{t('queue.declined')}</Badge>;
  if (quote.underwriting?.waitsFor === 'INFORMATION')
    return <Badge tone="info">{t('queue.askedSeller')}</Badge>;
  return quote.requiresUnderwriterApproval && <Badge tone="warn">{t('queue.underReview')}</Badge>;
}

/** Since when it waits, and who has it. */
const figuresOfReview = ({ quoteTimestamp }: Quote, review: QuoteReview | undefined) => [
  { name: t('queue.referred'), value: ago(quoteTimestamp) },
  review && { name: t('queue.assignedTo'), value: review.assignedTo?.name ?? t('queue.nobody') },
];
