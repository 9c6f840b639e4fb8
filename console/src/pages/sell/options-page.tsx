import { useState } from 'react';
import { ioi, type Quote } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { useQuestions } from '../../api/questions.js';
import { answerOf } from '../../parts/answer-list.js';
import { ButtonLink } from '../../parts/button.js';
import { discardDraft } from '../../parts/drafts/draft-saver.js';
import { useStoredDraft } from '../../parts/drafts/use-draft.js';
import { text, useFilters } from '../../parts/filters.js';
import { Empty, Page } from '../../parts/page.js';
import { BindQuote } from '../../parts/quotes/bind-quote.js';
import { Loaded } from '../../parts/states.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import type { Draft } from './draft.js';
import { OptionsTable } from './options-table.js';

const filters = { event: text };
/** Carriers answer later: it is asked again until the runs have ended. */
const pollMs = 2_000;

/** The quotes that were made for a draft, side by side: those of the last event first. */
export function OptionsPage({ productId }: { productId: string }) {
  const place = { kind: 'SALE' as const, subjectId: productId };
  const stored = useStoredDraft(place);
  return (
    <Loaded query={stored}>
      {({ content }) => (
        <Options
          productId={productId}
          quotedBy={(content as Partial<Draft> | null)?.quotedBy ?? []}
          issued={() => void discardDraft(place)}
        />
      )}
    </Loaded>
  );
}

function Options({
  productId,
  quotedBy,
  issued,
}: {
  productId: string;
  quotedBy: readonly string[];
  issued: () => void;
}) {
  const [{ event = '' }] = useFilters(filters);
  const events = [event, ...quotedBy.filter((id) => id !== event)].filter(Boolean);
  const [bound, setBound] = useState<Quote>();
  const options = useRead(
    ['quotes', 'of events', events],
    async (signal) => {
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
    { refetchInterval: ({ state }) => (state.data?.isOpen ? pollMs : false), enabled: events.length > 0 },
  );
  const first = options.data?.quotes[0];
  const questions = useQuestions(productId, first?.quoteIntake ?? {}, first !== undefined);
  if (events.length === 0) {
    return (
      <Page title={t('sell.options')}>
        <Empty action={<ButtonLink to={`/sell/${productId}`}>{t('sell.toForm')}</ButtonLink>}>
          {t('sell.noDraft')}
        </Empty>
      </Page>
    );
  }
  const name = answerOf(first?.quoteIntake ?? {}, 'client.name');
  // A colleague has no draft: the client's latest answers fill the form.
  const clientId = quotedBy.length === 0 ? first?.clientId : undefined;
  return (
    <Page
      title={name ? t('sell.optionsFor', { name }) : t('sell.options')}
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
            {quotes.length > 0 && (
              <OptionsTable quotes={quotes} questions={questions.data ?? []} bind={setBound} />
            )}
          </>
        )}
      </Loaded>
      {bound && <BindQuote quote={bound} close={() => setBound(undefined)} issued={issued} />}
    </Page>
  );
}
