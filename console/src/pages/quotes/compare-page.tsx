import { Link } from 'wouter';
import { ioi, type Quote, type QuoteComparison } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { readQuestions } from '../../api/questions.js';
import { Empty, Facts, Page, Section, Tiles } from '../../parts/page.js';
import {
  type ComparedSide,
  type ComparisonWords,
  comparisonWords,
  givenText,
  qidOf,
} from '../../parts/quotes/comparison-words.js';
import { totalOf } from '../../parts/quotes/coverages.js';
import { QuoteBadge } from '../../parts/quotes/quote-state.js';
import { Waterfall } from '../../parts/quotes/waterfall.js';
import { Loaded } from '../../parts/states.js';
import { Moment, Money } from '../../parts/values.js';
import { t, word } from '../../texts/texts.js';
import { Differences } from './differences.js';

/** How quote B differs from quote A, step by step. */
export function ComparePage({ quoteId, otherId }: { quoteId: string; otherId: string }) {
  const compared = useRead(['quotes', quoteId, 'compare', otherId], async (signal) => {
    // With the questions of today; without them the codes are shown.
    const sideOf = async (id: string): Promise<ComparedSide> => {
      const quote = await ioi.quotes.get(id, {}, { signal });
      return { quote, questions: await readQuestions(quote.lineId, quote.quoteIntake, signal) };
    };
    const [comparison, a, b] = await Promise.all([
      ioi.quotes.compare(quoteId, otherId, { signal }),
      sideOf(quoteId),
      sideOf(otherId),
    ]);
    return { comparison, a, b };
  });
  return (
    <Page title={t('quotes.comparison')}>
      <Loaded query={compared}>
        {({ comparison, a, b }) => {
          const words = comparisonWords([a, b]);
          return (
            <>
              <Tiles least={320} gap={24} isWhole>
                <Side title={t('quotes.sideA')} quote={a.quote} />
                <Side title={t('quotes.sideB')} quote={b.quote} />
              </Tiles>
              <Section title={t('quotes.waterfall')}>
                <Waterfall comparison={comparison} words={words} />
              </Section>
              <Section title={t('quotes.whatDiffers')}>
                <WhatDiffers comparison={comparison} words={words} />
              </Section>
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function WhatDiffers({ comparison, words }: { comparison: QuoteComparison; words: ComparisonWords }) {
  const { givens, outcomes, answers } = comparison;
  const rows = [
    ...[...givens, ...outcomes].map(({ field, a, b }) => ({
      what: word('comparedField', field),
      a: givenText(field, a),
      b: givenText(field, b),
    })),
    ...answers.map(({ field, iterationId, a, b }) => ({
      what: words.question({ field, iterationId }),
      code: qidOf(field),
      a: words.answer(field, a),
      b: words.answer(field, b),
    })),
  ];
  if (rows.length === 0) return <Empty>{t('quotes.nothingDiffers')}</Empty>;
  return (
    <Differences
      label={t('quotes.whatDiffers')}
      titles={[t('quotes.sideA'), t('quotes.sideB')]}
      rows={rows}
    />
  );
}

function Side({ title, quote }: { title: string; quote: Quote }) {
  const { requestId, lineName, quoteDetails, quoteTimestamp } = quote;
  return (
    <Section title={title} actions={<QuoteBadge quote={quote} />}>
      <Facts
        facts={[
          [
            t('quotes.product'),
            <Link key="quote" href={`/quotes/${requestId}`}>
              {lineName}
            </Link>,
          ],
          [t('quotes.total'), <Money key="total" amount={quoteDetails && totalOf(quoteDetails)} />],
          [t('quotes.made'), <Moment key="made" at={quoteTimestamp} />],
        ]}
      />
    </Section>
  );
}
