import type { Quote, QuoteDetails, QuoteMessage } from '../../api/client.js';
import { Badge, type Tone } from '../../parts/badge.js';
import { ButtonLink } from '../../parts/button.js';
import { Section } from '../../parts/page.js';
import { Coverages } from '../../parts/quotes/coverages.js';
import { QuoteAnswers } from '../../parts/quotes/quote-answers.js';
import { t, word } from '../../texts/texts.js';
import s from './queue.module.css';

const tones: Record<QuoteMessage['severity'], Tone> = { ERROR: 'bad', WARNING: 'warn', INFO: undefined };

/** The messages of the rating: why it was referred, and what else it says. */
export function Reasons({ messages }: { messages: readonly QuoteMessage[] }) {
  return (
    <Section title={t('queue.why')}>
      <ul className={s.reasons}>
        {messages.map(({ severity, code, message, iterationId, component }, index) => (
          <li key={`${code}${iterationId ?? ''}${component ?? ''}${index}`}>
            <Badge tone={tones[severity]}>{word('severity', severity)}</Badge>
            <span>{message}</span>
          </li>
        ))}
      </ul>
      {messages.length === 0 && <p className="quiet">{t('queue.noReasons')}</p>}
    </Section>
  );
}

/** What the quote costs, by coverage; its page has every step. */
export function Premium({ details, quoteId }: { details: QuoteDetails; quoteId: string }) {
  return (
    <Section
      title={t('quotes.premium')}
      actions={<ButtonLink to={`/quotes/${quoteId}?tab=worksheet`}>{t('queue.worksheet')}</ButtonLink>}
    >
      <Coverages details={details} />
    </Section>
  );
}

/** What was answered, with the product's questions. */
export function Answers({ quote }: { quote: Quote }) {
  return (
    <Section title={t('clients.answers')}>
      <QuoteAnswers quote={quote} />
    </Section>
  );
}
