import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ioi, type Quote } from '../../api/client.js';
import { Facts, Page, Section } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Moment, Money } from '../../parts/values.js';
import { t } from '../../texts/texts.js';
import { totalOf } from './coverages.js';
import { Differences } from './differences.js';
import { QuoteBadge } from './quote-state.js';
import s from './quotes.module.css';
import { Waterfall } from './waterfall.js';

/** How quote B differs from quote A, step by step. */
export function ComparePage({ quoteId, otherId }: { quoteId: string; otherId: string }) {
  const compared = useQuery({
    queryKey: ['quotes', quoteId, 'compare', otherId],
    queryFn: async ({ signal }) => {
      const [comparison, a, b] = await Promise.all([
        ioi.quotes.compare(quoteId, otherId, { signal }),
        ioi.quotes.get(quoteId, {}, { signal }),
        ioi.quotes.get(otherId, {}, { signal }),
      ]);
      return { comparison, a, b };
    },
  });
  return (
    <Page title={t('quotes.comparison')}>
      <Loaded query={compared}>
        {({ comparison, a, b }) => (
          <>
            <div className={s.sides}>
              <Side title={t('quotes.sideA')} quote={a} />
              <Side title={t('quotes.sideB')} quote={b} />
            </div>
            <Section title={t('quotes.waterfall')}>
              <Waterfall comparison={comparison} />
            </Section>
            <Section title={t('quotes.whatDiffers')}>
              <Differences
                label={t('quotes.whatDiffers')}
                titles={[t('quotes.sideA'), t('quotes.sideB')]}
                rows={[...comparison.givens, ...comparison.outcomes, ...comparison.answers].map(
                  ({ field, a: ofA, b: ofB }) => ({ what: field, a: ofA, b: ofB }),
                )}
              />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
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
