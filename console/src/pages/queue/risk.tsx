import { useQuery } from '@tanstack/react-query';
import { ioi, type Quote, type QuoteDetails, type QuoteMessage } from '../../api/client.js';
import { questionsOf } from '../../api/questions.js';
import { AnswerList } from '../../parts/answer-list.js';
import { Badge, type Tone } from '../../parts/badge.js';
import { ButtonLink } from '../../parts/button.js';
import { Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Table } from '../../parts/table.js';
import { Money } from '../../parts/values.js';
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
  const { premium, coverageTypes } = details;
  const rows = [
    ...coverageTypes.flatMap(({ coverages }) =>
      coverages.map(({ code, title, premium: own }) => ({
        id: `coverage:${code}`,
        title,
        amount: own.amount,
      })),
    ),
    ...(premium.taxesAndFees ?? []).map(({ type, amount }) => ({ id: `fee:${type}`, title: type, amount })),
  ];
  return (
    <Section
      title={t('quotes.premium')}
      actions={<ButtonLink to={`/quotes/${quoteId}?tab=worksheet`}>{t('queue.worksheet')}</ButtonLink>}
    >
      <Table
        label={t('quotes.premium')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { title: t('queue.coverage'), cell: ({ title }) => title },
          {
            title: t('quotes.premium'),
            cell: ({ amount }) => <Money amount={amount} />,
            align: 'end',
            width: '140px',
          },
        ]}
      />
    </Section>
  );
}

/** What was answered, with the product's questions. */
export function Answers({ quote: { lineId, quoteIntake } }: { quote: Quote }) {
  const questions = useQuery({
    queryKey: ['questions', lineId, quoteIntake],
    queryFn: async ({ signal }) =>
      questionsOf((await ioi.products.questions(lineId, { answers: quoteIntake }, { signal })).product),
  });
  return (
    <Section title={t('clients.answers')}>
      <Loaded query={questions}>{(found) => <AnswerList answers={quoteIntake} questions={found} />}</Loaded>
    </Section>
  );
}
