import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { answerErrors } from '../../api/answer-errors.js';
import { type AnswerMap, ioi, type ProductDisplay } from '../../api/client.js';
import { useFire } from '../../api/fire.js';
import { errorAt } from '../../api/problems.js';
import { questionsOf } from '../../api/questions.js';
import { byQid } from '../../parts/answer-list.js';
import { Button } from '../../parts/button.js';
import { SelectField, TextField } from '../../parts/field.js';
import { HoldBanner } from '../../parts/holds.js';
import { Page, Section } from '../../parts/page.js';
import { answerAt, type Place, withLeastIterations } from '../../parts/questions/answer-changes.js';
import { QuestionForm } from '../../parts/questions/question-form.js';
import { termText } from '../../parts/quotes/term-text.js';
import { Loaded, Problem, Skeleton } from '../../parts/states.js';
import { useSettled } from '../../parts/use-settled.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { type Change, type Chosen, useChosenClient, useChosenClock } from './chosen.js';
import { ClientChoice } from './client-choice.js';
import { ClockChoice } from './clock-choice.js';
import { type Draft, useDraft } from './draft.js';
import { Price } from './price.js';
import s from './sell.module.css';

const questionsPauseMs = 120;
const ratingPauseMs = 300;

/** A product's questions as a form, with what it would cost beside it. */
export function SellPage({ productId }: { productId: string }) {
  const [draft, change, clear] = useDraft(productId);
  const asked = useSettled(draft.answers, questionsPauseMs);
  const questions = useQuery({
    queryKey: ['products', productId, 'questions', asked],
    queryFn: ({ signal }) => ioi.products.questions(productId, { answers: asked }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const choose = useChosenClient(productId, change);
  const chooseClock = useChosenClock(change);
  useEffect(() => {
    if (!questions.data || questions.isPlaceholderData) return;
    const all = questionsOf(questions.data.product);
    change((before) => {
      const answers = withLeastIterations(before.answers, all);
      return answers === before.answers ? before : { ...before, answers };
    });
  }, [questions.data, questions.isPlaceholderData, change]);
  return (
    <Page
      title={questions.data?.lineName ?? t('sell.title')}
      actions={<Button onClick={clear}>{t('sell.clear')}</Button>}
    >
      <HoldBanner of={{ lineId: productId }} />
      {choose.error && <Problem error={choose.error} />}
      {chooseClock.error && <Problem error={chooseClock.error} />}
      <Loaded query={questions} lines={10}>
        {(display) => (
          <Form {...{ display, draft, change, choose: choose.mutate, chooseClock: chooseClock.mutate }} />
        )}
      </Loaded>
    </Page>
  );
}

function Form({
  display,
  draft,
  change,
  choose,
  chooseClock,
}: {
  display: ProductDisplay;
  draft: Draft;
  change: Change;
  choose: (client: Chosen) => void;
  chooseClock: (clockId: string | undefined) => void;
}) {
  const { lineId, product } = display;
  const { answers, effectiveDate, term } = draft;
  const [, go] = useLocation();
  const [isTried, setTried] = useState(false);
  const [waiting, setWaiting] = useState<Draft>();
  const asked = useSettled(draft, ratingPauseMs);
  const trial = useQuery({
    queryKey: ['trial', lineId, asked.effectiveDate, asked.term, asked.answers],
    queryFn: ({ signal }) =>
      ioi.quotes.tryRating(
        lineId,
        {
          effectiveDate: asked.effectiveDate,
          intake: asked.answers,
          ...(asked.term && { term: asked.term }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    enabled: asked.effectiveDate !== '',
    gcTime: 60_000,
  });
  const quote = useFire('GET_QUOTES', {
    changes: [['quotes'], ['clients']],
    then: ({ triggerRequestId, metadata }) => {
      change((before) => ({
        ...before,
        clientId: metadata.client ?? before.clientId,
        clientName: before.clientName ?? nameIn(before.answers),
        quotedBy: [triggerRequestId, ...before.quotedBy.filter((id) => id !== triggerRequestId)].slice(0, 4),
      }));
      go(`/sell/${lineId}/options?event=${triggerRequestId}`);
    },
  });
  const terms = trial.data?.terms ?? [];
  const messages = trial.data?.ratings.flatMap((rating) => rating.messages) ?? [];
  const known = byQid(questionsOf(product));
  const errorOf = (place: Place): string => {
    const { qid, in: within } = place;
    const refused = within ? '' : errorAt(quote.error, `/payload/intake/${qid}`);
    // What is empty is not wrong yet.
    if (!isTried && answerAt(answers, place) === undefined) return refused;
    return [refused, answerErrors(messages, place, known)].filter(Boolean).join(' ');
  };
  const isRated = asked === draft && !trial.isFetching;
  // What is missing is known when the last answer has been rated. Who goes on answering has to ask again.
  const isWaiting = waiting === draft;
  const get = () => {
    setTried(true);
    setWaiting(isRated ? undefined : draft);
    if (!isRated) return;
    const isIncomplete = messages.some(({ code }) => code === 'MISSING_ANSWER');
    if (isIncomplete) return;
    const { clientId, clockId } = draft;
    const payload = {
      effectiveDate,
      intake: answers,
      ...(term && { term }),
      ...(clientId ? { clientId } : clockId && { clockId }),
    };
    quote.mutate({ lineId, payload, forceSync: true });
  };
  useEffect(() => {
    if (isWaiting && isRated) get();
  });
  const missing = isTried && messages.some(({ code }) => code === 'MISSING_ANSWER');
  return (
    <div className={s.columns}>
      <form
        className={s.form}
        onSubmit={(event) => {
          event.preventDefault();
          get();
        }}
      >
        <Section title={t('sell.whoAndWhen')}>
          <div className={s.fields}>
            {may('clients:read') && (
              <div>
                <ClientChoice draft={draft} choose={choose} />
              </div>
            )}
            <ClockChoice
              clockId={draft.clockId}
              isBound={draft.clientId !== undefined}
              choose={chooseClock}
            />
            <TextField
              type="date"
              required
              label={t('quotes.effective')}
              value={effectiveDate}
              error={errorAt(quote.error, '/payload/effectiveDate') || undefined}
              onValue={(date) => change((before) => ({ ...before, effectiveDate: date }))}
            />
            {terms.length > 1 && (
              <SelectField
                label={t('quotes.term')}
                value={term ?? terms[0]}
                choices={terms.map((each) => [each, termText(each)] as const)}
                error={errorAt(quote.error, '/payload/term') || undefined}
                onValue={(chosen) => change((before) => ({ ...before, term: chosen }))}
              />
            )}
          </div>
        </Section>
        <QuestionForm
          product={product}
          answers={answers}
          errorOf={errorOf}
          change={(to) => change((before) => ({ ...before, answers: to(before.answers) }))}
        />
      </form>
      <aside className={s.aside} aria-label={t('sell.price')}>
        <h2>{t('sell.price')}</h2>
        {trial.error && <Problem error={trial.error} retry={() => void trial.refetch()} />}
        {trial.data ? (
          <Price trial={trial.data} isStale={trial.isPlaceholderData || asked !== draft} />
        ) : (
          !trial.error && <Skeleton lines={3} />
        )}
        {missing && (
          <p className={s.error} role="alert">
            {t('sell.answerFirst')}
          </p>
        )}
        {quote.error && <Problem error={quote.error} />}
        <Button look="main" busy={quote.isPending || isWaiting} onClick={get}>
          {t('sell.getQuotes')}
        </Button>
        <p className="quiet">{t('sell.nothingStored')}</p>
      </aside>
    </div>
  );
}

function nameIn(answers: AnswerMap): string | undefined {
  return answerAt(answers, { qid: 'client.name' });
}
