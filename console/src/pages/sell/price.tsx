import { Stack } from '@mantine/core';
import type { TrialRating, TrialRatings } from '../../api/client.js';
import { Coverages, Messages, totalOf } from '../../parts/quotes/coverages.js';
import { QuoteBadge } from '../../parts/quotes/quote-state.js';
import { Money } from '../../parts/values.js';
import { t } from '../../texts/texts.js';
import s from './sell.module.css';

/** What the answers cost so far. */
export function Price({ trial, isStale }: { trial: TrialRatings; isStale: boolean }) {
  const { ratings, carriers } = trial;
  return (
    <div className={s.prices} aria-busy={isStale}>
      {ratings.map((rating) => (
        <Rated key={rating.actionId} rating={rating} />
      ))}
      {ratings.length === 0 && carriers === 0 && <p>{t('sell.notOffered')}</p>}
      {carriers > 0 && <p className="quiet">{t('sell.carriers', { n: carriers })}</p>}
    </div>
  );
}

function Rated({ rating }: { rating: TrialRating }) {
  const { actionName, quoteDetails, messages } = rating;
  const missing = messages.filter(({ code }) => code === 'MISSING_ANSWER');
  const others = messages.filter(({ code, qid }) => code !== 'MISSING_ANSWER' && qid === undefined);
  return (
    <Stack component="section" gap={8} miw={0}>
      <h3>{actionName}</h3>
      {quoteDetails ? (
        <>
          <p className={s.total} role="status">
            <Money amount={totalOf(quoteDetails)} /> <QuoteBadge quote={rating} />
          </p>
          <details>
            <summary>{t('quotes.coverages')}</summary>
            <Coverages details={quoteDetails} />
          </details>
        </>
      ) : missing.length > 0 ? (
        <p className="quiet" role="status">
          {t('sell.missing', { n: missing.length })}
        </p>
      ) : (
        <p role="status">
          <QuoteBadge quote={rating} />
        </p>
      )}
      <Messages messages={others} />
    </Stack>
  );
}
