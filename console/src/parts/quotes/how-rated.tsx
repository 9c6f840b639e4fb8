import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type Quote } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { useQuestions } from '../../api/questions.js';
import { t } from '../../texts/texts.js';
import { namesOfIterations } from '../answer-list.js';
import { Section } from '../page.js';
import { Loaded } from '../states.js';
import { comparisonWords } from './comparison-words.js';
import { Coverages, isPriceOfChange } from './coverages.js';
import { Waterfall } from './waterfall.js';
import s from './worksheet.module.css';
import { WorksheetView } from './worksheet-view.js';

/** What a quote costs, by coverage, every step of it, and how it comes from the quote whose place it took. */
export function HowRated({ quote }: { quote: Quote }) {
  const { requestId, quoteDetails, packageQuotes = [], underwriting } = quote;
  const questions = useQuestions(quote.lineId, quote.quoteIntake).data ?? [];
  const [isOpen, setOpen] = useState(false);
  const names = namesOfIterations(questions);
  return (
    <Section title={t('quotes.howRated')}>
      {quoteDetails && (
        <Coverages details={quoteDetails} names={names} ofChange={isPriceOfChange(quote.type)} />
      )}
      {packageQuotes.map((component) => (
        <details key={component.requestId} className={s.fold}>
          <summary>{component.lineName}</summary>
          {component.quoteDetails && (
            <Coverages
              details={component.quoteDetails}
              names={names}
              ofChange={isPriceOfChange(quote.type)}
            />
          )}
        </details>
      ))}
      <details className={s.fold} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('queue.worksheet')}</summary>
        {isOpen && <WorksheetView quote={quote} />}
      </details>
      {underwriting?.replaces && <FromBefore quote={quote} beforeId={underwriting.replaces} />}
      <p>
        <Link href={`/quotes/${requestId}`}>{t('quotes.openQuote')}</Link>
      </p>
    </Section>
  );
}

/** What a seller's answer or an underwriter's changes have done to the price. */
function FromBefore({ quote, beforeId }: { quote: Quote; beforeId: string }) {
  const { requestId, lineId, quoteIntake } = quote;
  const questions = useQuestions(lineId, quoteIntake).data ?? [];
  const compared = useRead(['quotes', beforeId, 'compare', requestId], (signal) =>
    ioi.quotes.compare(beforeId, requestId, { signal }),
  );
  return (
    <>
      <h3>{t('quotes.comparedWithReplaced')}</h3>
      <p className="quiet">{t('quotes.comparedSays')}</p>
      <Loaded query={compared} lines={4}>
        {(comparison) => (
          <Waterfall comparison={comparison} words={comparisonWords([{ quote, questions }])} />
        )}
      </Loaded>
    </>
  );
}
