import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { answerErrors } from '../../api/answer-errors.js';
import { ioi, type Question } from '../../api/client.js';
import { useFire } from '../../api/fire.js';
import { errorAt } from '../../api/problems.js';
import { useRead } from '../../api/queries.js';
import { byQid } from '../../parts/answer-list.js';
import { answerAt, type Place } from '../../parts/questions/answer-changes.js';
import { useSettled } from '../../parts/use-settled.js';
import type { Change, Draft } from './draft.js';

const ratingPauseMs = 300;

/** What a draft costs while it is entered, what is wrong with it, and what gets its quotes. */
export function useSale(
  lineId: string,
  { draft, change, questions }: { draft: Draft; change: Change; questions: readonly Question[] },
  /** When quotes were asked for and something is missing or wrong. */
  onIncomplete: () => void,
) {
  const { answers, effectiveDate, term } = draft;
  const [, go] = useLocation();
  const [isTried, setTried] = useState(false);
  const [waiting, setWaiting] = useState<Draft>();
  const asked = useSettled(draft, ratingPauseMs);
  const trial = useRead(
    ['trial', lineId, asked.effectiveDate, asked.term, asked.answers],
    (signal) =>
      ioi.quotes.tryRating(
        lineId,
        {
          effectiveDate: asked.effectiveDate,
          intake: asked.answers,
          ...(asked.term && { term: asked.term }),
        },
        { signal },
      ),
    { placeholderData: keepPreviousData, enabled: asked.effectiveDate !== '', gcTime: 60_000 },
  );
  const quote = useFire('GET_QUOTES', {
    then: ({ triggerRequestId, metadata }) => {
      change((before) => ({
        ...before,
        clientId: metadata.client ?? before.clientId,
        clientName: before.clientName ?? answerAt(before.answers, { qid: 'client.name' }),
        quotedBy: [triggerRequestId, ...before.quotedBy.filter((id) => id !== triggerRequestId)].slice(0, 4),
      }));
      go(`/sell/${lineId}/options?event=${triggerRequestId}`);
    },
  });
  const messages = trial.data?.ratings.flatMap((rating) => rating.messages) ?? [];
  const known = byQid(questions);
  const errorOf = (place: Place): string => {
    const refused = place.in ? '' : errorAt(quote.error, `/payload/intake/${place.qid}`);
    // What is empty is not wrong yet.
    if (!isTried && answerAt(answers, place) === undefined) return refused;
    return [refused, answerErrors(messages, place, known)].filter(Boolean).join(' ');
  };
  const isIncomplete = messages.some(({ code }) => code === 'MISSING_ANSWER');
  const isRated = asked === draft && !trial.isFetching;
  // What is missing is known when the last answer has been rated. Who goes on answering has to ask again.
  const isWaiting = waiting === draft;
  const get = () => {
    setTried(true);
    setWaiting(isRated ? undefined : draft);
    if (!isRated) return;
    if (isIncomplete) {
      // Once the errors are shown.
      setTimeout(onIncomplete);
      return;
    }
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
  return {
    trial,
    isStale: trial.isPlaceholderData || asked !== draft,
    quote,
    errorOf,
    get,
    isBusy: quote.isPending || isWaiting,
    isMissing: isTried && isIncomplete,
  };
}
