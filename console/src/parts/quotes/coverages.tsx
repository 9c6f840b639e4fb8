import type { ReactNode } from 'react';
import { messageText } from '../../api/answer-errors.js';
import type { Question, Quote, QuoteMessage } from '../../api/client.js';
import { capitalized } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { byQid } from '../answer-list.js';
import { Badge, type Tone } from '../badge.js';
import { sumOf } from '../cents.js';
import { Detail, type PlainRow, PlainTable } from '../plain-table.js';
import { Money } from '../values.js';
import { detailsText, unitsOf } from './coverage-text.js';
import s from './quotes.module.css';

type Details = NonNullable<Quote['quoteDetails']>;

/** Premium with taxes and fees, as decimal text. */
export const totalOf = ({ premium: { amount, taxesAndFees = [] } }: Pick<Details, 'premium'>): string =>
  sumOf([amount, ...taxesAndFees.map((each) => each.amount)]);

/** Whether a quote is priced for what a change adds to a term, beside the coverages of a whole term. */
export const isPriceOfChange = (type: Quote['type']): boolean => type === 'ENDORSEMENT' || type === 'TRUEUP';

/** Coverages with their limits, then fees and taxes, up to the total. */
export function Coverages({
  details,
  names = new Map(),
  ofChange = false,
}: {
  details: Details;
  /** The premium is that of a change: the coverages do not add up to it. */
  ofChange?: boolean;
  /** Of the iterations that parts of the premium are for. */
  names?: ReadonlyMap<string, string>;
}) {
  const { premium, coverageTypes } = details;
  const { taxesAndFees = [] } = premium;
  const units = unitsOf(coverageTypes);
  const wholeTerm = sumOf(
    coverageTypes.flatMap(({ coverages }) => coverages.map((coverage) => coverage.premium.amount)),
  );
  return (
    <div className={s.amounts}>
      <PlainTable
        label={t('quotes.coverages')}
        hasNumbers
        rows={[
          ...coverageTypes.flatMap(({ type, coverages }) =>
            coverages.map((coverage) =>
              row(
                `${type} ${coverage.code}`,
                <>
                  {coverage.title}
                  <Detail>{detailsText(coverage, units, names)}</Detail>
                </>,
                coverage.premium.amount,
              ),
            ),
          ),
          ...(ofChange ? [row('term', t('quotes.wholeTerm'), wholeTerm, 'sum')] : []),
          row('premium', t(ofChange ? 'quotes.premiumOfChange' : 'quotes.premium'), premium.amount, 'sum'),
          ...taxesAndFees.map(({ type, amount }) => row(type, capitalized(word('taxOrFee', type)), amount)),
          ...(taxesAndFees.length > 0 ? [row('total', t('quotes.total'), totalOf(details), 'sum')] : []),
        ]}
      />
    </div>
  );
}

const row = (key: string, name: ReactNode, amount: number | string, mark?: 'sum'): PlainRow => ({
  key,
  name,
  cells: [<Money key="amount" amount={amount} />],
  mark,
});

const tones: Record<QuoteMessage['severity'], Tone> = { ERROR: 'bad', WARNING: 'warn', INFO: 'info' };

/** Why a quote was declined or referred, and what else the rating says. */
export function Messages({
  messages,
  questions = [],
}: {
  messages: readonly QuoteMessage[];
  questions?: readonly Question[] | undefined;
}) {
  const asked = byQid(questions);
  if (messages.length === 0) return null;
  return (
    <ul className={s.messages}>
      {messages.map(({ severity, code, message, qid, iterationId, component }, index) => (
        <li key={`${code} ${qid} ${iterationId} ${index}`}>
          <Badge tone={tones[severity]}>{word('severity', severity)}</Badge>
          <span>
            {component && <strong>{component}: </strong>}
            {messageText({ message, qid }, asked)}
          </span>
        </li>
      ))}
    </ul>
  );
}
