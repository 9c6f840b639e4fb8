import type { Coverage, Question, Quote } from '../../api/client.js';
import { byQid } from '../../parts/answer-list.js';
import { Badge } from '../../parts/badge.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { difference } from '../../parts/cents.js';
import { limitsText, Messages, totalOf } from '../../parts/quotes/coverages.js';
import { QuoteBadge } from '../../parts/quotes/quote-state.js';
import { Day, Money } from '../../parts/values.js';
import { mayFire } from '../../session/me.js';
import { signedMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { differingAnswers } from './differing-answers.js';
import s from './options.module.css';

/** Quotes beside each other: their prices, coverages and the answers that differ. What differs from the first is marked. */
export function OptionsTable({
  quotes,
  questions,
  bind,
}: {
  quotes: readonly Quote[];
  questions: readonly Question[];
  bind: (quote: Quote) => void;
}) {
  const [first] = quotes;
  const covered = quotes.map(coveragesOf);
  const titles = [...new Set(covered.flatMap((coverages) => [...coverages.keys()]))];
  const differing = quotes.length > 1 ? differingAnswers(quotes, byQid(questions)) : [];
  const baseline = first?.quoteDetails && totalOf(first.quoteDetails);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard.
    <section className={s.frame} aria-label={t('sell.options')} tabIndex={0}>
      <table className={s.options}>
        <thead>
          <tr>
            <td />
            {quotes.map((quote) => (
              <th key={quote.requestId} scope="col">
                <Head
                  quote={quote}
                  baseline={quote === first ? undefined : baseline}
                  bind={() => bind(quote)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {titles.map((title) => {
            const cells = covered.map((coverages) => coverages.get(title));
            return (
              <tr key={title}>
                <th scope="row">{title}</th>
                {cells.map((cell, index) => (
                  <td
                    key={quotes[index]?.requestId}
                    data-differs={index > 0 && keyOf(cell) !== keyOf(cells[0])}
                  >
                    <Covered coverage={cell} />
                  </td>
                ))}
              </tr>
            );
          })}
          {differing.length > 0 && (
            <tr>
              <th scope="rowgroup" colSpan={quotes.length + 1} className={s.group}>
                {t('sell.differences')}
              </th>
            </tr>
          )}
          {differing.map(({ key, question, answers }) => (
            <tr key={key}>
              <th scope="row">{question}</th>
              {answers.map((answer, index) => (
                <td key={quotes[index]?.requestId} data-differs={index > 0 && answer !== answers[0]}>
                  {answer}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head({
  quote,
  baseline,
  bind,
}: {
  quote: Quote;
  /** The price of the first one. */
  baseline: string | undefined;
  bind: () => void;
}) {
  const { requestId, lineName, quotingOrganization, quoteDetails, messages, effectiveDate } = quote;
  const canBind = quote.bindable && quote.clientId !== undefined && mayFire('POLICY_CREATE');
  const total = quoteDetails && totalOf(quoteDetails);
  const more = total !== undefined && baseline !== undefined ? difference(total, baseline) : undefined;
  return (
    <div className={s.head}>
      <h2>{lineName}</h2>
      <span className="quiet">
        {quotingOrganization} · <Day date={effectiveDate} />
      </span>
      <span className={s.total}>
        <Money amount={total} />
        <QuoteBadge quote={quote} />
        {more !== undefined && Number(more) !== 0 && (
          <Badge tone={Number(more) < 0 ? 'good' : undefined}>{signedMoney(more)}</Badge>
        )}
      </span>
      <Messages messages={messages} />
      <span className={s.actions}>
        {canBind && (
          <Button look="main" onClick={bind}>
            {t('quotes.bind')}
          </Button>
        )}
        <ButtonLink to={`/quotes/${requestId}`}>{t('quotes.openQuote')}</ButtonLink>
      </span>
    </div>
  );
}

function Covered({ coverage }: { coverage: Coverage | undefined }) {
  if (!coverage) return <>{t('endorse.noCoverage')}</>;
  return (
    <>
      <Money amount={coverage.premium.amount} />
      <span className={s.limits}>{limitsText(coverage)}</span>
    </>
  );
}

const keyOf = (coverage: Coverage | undefined) =>
  coverage && JSON.stringify([coverage.premium.amount, coverage.details]);

const coveragesOf = ({ quoteDetails }: Quote): Map<string, Coverage> =>
  new Map(
    (quoteDetails?.coverageTypes ?? []).flatMap(({ coverages }) =>
      coverages.map((coverage) => [coverage.title, coverage] as [string, Coverage]),
    ),
  );
