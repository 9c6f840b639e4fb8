import { Group, Stack } from '@mantine/core';
import type { Coverage, Question, Quote } from '../../api/client.js';
import { byQid } from '../../parts/answer-list.js';
import { Badge } from '../../parts/badge.js';
import { Button, ButtonLink } from '../../parts/button.js';
import { difference, sumOf } from '../../parts/cents.js';
import { detailsText, unitsOf } from '../../parts/quotes/coverage-text.js';
import { Messages, totalOf } from '../../parts/quotes/coverages.js';
import { useIssuedFrom } from '../../parts/quotes/issued-from.js';
import { QuoteBadge } from '../../parts/quotes/quote-state.js';
import { Day, Money } from '../../parts/values.js';
import { may, mayFire } from '../../session/me.js';
import { capitalized, signedMoney } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
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
  const policies = useIssuedFrom(quotes);
  const covered = quotes.map(coveragesOf);
  const titles = [...new Set(covered.flatMap((coverages) => [...coverages.keys()]))];
  const levied = quotes.map(taxesAndFeesOf);
  const taxesAndFees = [...new Set(levied.flatMap((amounts) => [...amounts.keys()]))];
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
                  policyId={policies.get(quote.requestId)}
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
                    <Covered coverage={cell} quote={quotes[index]} />
                  </td>
                ))}
              </tr>
            );
          })}
          {taxesAndFees.map((type) => (
            <tr key={type}>
              <th scope="row">{capitalized(word('taxOrFee', type))}</th>
              {levied.map((amounts, index) => (
                <td
                  key={quotes[index]?.requestId}
                  data-differs={index > 0 && amounts.get(type) !== levied[0]?.get(type)}
                >
                  <Money amount={amounts.get(type) ?? 0} />
                </td>
              ))}
            </tr>
          ))}
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
  policyId,
  baseline,
  bind,
}: {
  quote: Quote;
  /** The policy that it was bound as. */
  policyId: string | undefined;
  /** The price of the first one. */
  baseline: string | undefined;
  bind: () => void;
}) {
  const { requestId, lineName, quotingOrganization, quoteDetails, messages, effectiveDate } = quote;
  const canBind = quote.bindable && quote.clientId !== undefined && mayFire('POLICY_CREATE');
  const total = quoteDetails && totalOf(quoteDetails);
  const more = total !== undefined && baseline !== undefined ? difference(total, baseline) : undefined;
  return (
    <Stack gap={6} align="flex-start">
      <h2>{lineName}</h2>
      <span className="quiet">
        {quotingOrganization} · <Day date={effectiveDate} />
      </span>
      <span className={s.total}>
        <Money amount={total} />
        <QuoteBadge quote={{ ...quote, bound: policyId !== undefined }} />
        {more !== undefined && Number(more) !== 0 && (
          <Badge tone={Number(more) < 0 ? 'good' : undefined}>{signedMoney(more)}</Badge>
        )}
      </span>
      {quoteDetails && <span className="quiet">{t('clients.withTaxes')}</span>}
      <Messages messages={messages} />
      <Group component="span" gap={8} align="stretch">
        {canBind && (
          <Button look="main" onClick={bind}>
            {t('quotes.bind')}
          </Button>
        )}
        {policyId && may('policies:read') && (
          <ButtonLink look="main" to={`/policies/${policyId}`}>
            {t('quotes.openPolicy')}
          </ButtonLink>
        )}
        <ButtonLink to={`/quotes/${requestId}`}>{t('quotes.openQuote')}</ButtonLink>
      </Group>
    </Stack>
  );
}

function Covered({ coverage, quote }: { coverage: Coverage | undefined; quote: Quote | undefined }) {
  if (!coverage) return <>{t('endorse.noCoverage')}</>;
  return (
    <>
      <Money amount={coverage.premium.amount} />
      <span className={s.limits}>
        {detailsText(coverage, unitsOf(quote?.quoteDetails?.coverageTypes ?? []))}
      </span>
    </>
  );
}

const keyOf = (coverage: Coverage | undefined) =>
  coverage && JSON.stringify([coverage.premium.amount, coverage.details]);

/** What one pays beside the premium, by type; of one type it can be levied by several authorities. */
function taxesAndFeesOf({ quoteDetails }: Quote): Map<string, string> {
  const amounts = new Map<string, string>();
  for (const { type, amount } of quoteDetails?.premium.taxesAndFees ?? [])
    amounts.set(type, sumOf([amounts.get(type) ?? 0, amount]));
  return amounts;
}

const coveragesOf = ({ quoteDetails }: Quote): Map<string, Coverage> =>
  new Map(
    (quoteDetails?.coverageTypes ?? []).flatMap(({ coverages }) =>
      coverages.map((coverage) => [coverage.title, coverage] as [string, Coverage]),
    ),
  );
