import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ioi, type Quote } from '../../api/client.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { text, useFilters } from '../../parts/filters.js';
import { Empty, Page } from '../../parts/page.js';
import { BindQuote } from '../../parts/quotes/bind-quote.js';
import { Coverages, Messages, totalOf } from '../../parts/quotes/coverages.js';
import { QuoteBadge } from '../../parts/quotes/quote-state.js';
import { Loaded } from '../../parts/states.js';
import { Day, Money } from '../../parts/values.js';
import { may, mayFire } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { draftOf } from './draft.js';
import s from './sell.module.css';

const filters = { event: text };
/** Carriers answer later: it is asked again until the runs have ended. */
const pollMs = 2_000;

/** The quotes that were made for a draft, side by side: those of the last event first. */
export function OptionsPage({ productId }: { productId: string }) {
  const [{ event = '' }] = useFilters(filters);
  const { quotedBy } = draftOf(productId);
  const events = [event, ...quotedBy.filter((id) => id !== event)].filter(Boolean);
  const [bound, setBound] = useState<Quote>();
  const options = useQuery({
    queryKey: ['quotes', 'of events', events],
    queryFn: async ({ signal }) => {
      // The states first: what ended by then has all its quotes.
      const runs = may('events:read')
        ? await Promise.all(events.map((id) => ioi.events.get(id, { signal })))
        : [];
      const made = await Promise.all(events.map((id) => ioi.quotes.ofEvent(id, {}, { signal })));
      const quotes = made.flatMap(({ quoted, declined }) => [...quoted, ...declined]);
      const isOpen = may('events:read')
        ? runs.some(({ state }) => state === 'ACCEPTED' || state === 'RUNNING')
        : quotes.length === 0;
      return { quotes, isOpen };
    },
    refetchInterval: ({ state }) => (state.data?.isOpen ? pollMs : false),
    enabled: events.length > 0,
  });
  if (events.length === 0) {
    return (
      <Page title={t('sell.options')}>
        <Empty>
          {t('sell.noDraft')} <ButtonLink to={`/sell/${productId}`}>{t('sell.toForm')}</ButtonLink>
        </Empty>
      </Page>
    );
  }
  // After a reload the form is empty; the client's latest answers fill it.
  const clientId = quotedBy.length === 0 ? options.data?.quotes[0]?.clientId : undefined;
  return (
    <Page
      title={t('sell.options')}
      actions={
        <ButtonLink to={`/sell/${productId}${clientId ? `?clientId=${clientId}` : ''}`}>
          {t('sell.changeAnswers')}
        </ButtonLink>
      }
    >
      <Loaded query={options}>
        {({ quotes, isOpen }) => (
          <>
            {isOpen && <p role="status">{t('sell.stillAsked')}</p>}
            {quotes.length === 0 && !isOpen && <Empty>{t('sell.noOptions')}</Empty>}
            <ul className={s.options}>
              {quotes.map((quote) => (
                <li key={quote.requestId} className={s.price}>
                  <Option quote={quote} first={quotes[0]} bind={() => setBound(quote)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
      {bound && <BindQuote quote={bound} close={() => setBound(undefined)} />}
    </Page>
  );
}

function Option({ quote, first, bind }: { quote: Quote; first: Quote | undefined; bind: () => void }) {
  const { requestId, lineName, quotingOrganization, quoteDetails, messages, effectiveDate } = quote;
  const canBind = quote.bindable && quote.clientId !== undefined && mayFire('POLICY_CREATE');
  return (
    <>
      <h2>{lineName}</h2>
      <p className="quiet">
        {quotingOrganization} · <Day date={effectiveDate} />
      </p>
      <p className={s.total}>
        <Money amount={quoteDetails && totalOf(quoteDetails)} /> <QuoteBadge quote={quote} />
      </p>
      <Messages messages={messages} />
      {quoteDetails && <Coverages details={quoteDetails} />}
      <p className={s.client}>
        {canBind && (
          <Button look="main" onClick={bind}>
            {t('quotes.bind')}
          </Button>
        )}
        <ButtonLink to={`/quotes/${requestId}`}>{t('quotes.openQuote')}</ButtonLink>
        {first && first.requestId !== requestId && (
          <ButtonLink to={`/quotes/${requestId}/compare/${first.requestId}`}>
            {t('sell.compareFirst')}
          </ButtonLink>
        )}
      </p>
    </>
  );
}
