import type { CoverageGroup, Question } from '../../../api/client.js';
import { difference, sumOf } from '../../../parts/cents.js';
import { type PlainRow, PlainTable } from '../../../parts/plain-table.js';
import { Messages } from '../../../parts/quotes/coverages.js';
import { Problem, Skeleton } from '../../../parts/states.js';
import { Money } from '../../../parts/values.js';
import { day, money, number, signedMoney } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import s from './endorse.module.css';
import type { Price, PricedTerm } from './endorsement-price.js';

/** What a change costs: now, and for a whole term coverage by coverage. The last price stays in sight while it is priced again. */
export function PricePanel({
  price: { latest, isPricing, error, retry },
  hasChanges,
  before,
  questions,
}: {
  price: Price;
  hasChanges: boolean;
  /** The coverages of the day before the change. */
  before: readonly CoverageGroup[];
  questions: readonly Question[];
}) {
  if (!hasChanges) return <p className="quiet">{t('policies.changeAnswers')}</p>;
  if (error) return <Problem error={error} retry={retry} />;
  if (!latest) return <Skeleton lines={5} />;
  const { quote, change } = latest;
  if (quote.type === 'DECLINE' || quote.type === 'RULE_BASED_INELIGIBILITY' || !change) {
    const missing = quote.messages.filter(({ code }) => code === 'MISSING_ANSWER');
    if (missing.length > 0) return <p role="status">{t('sell.missing', { n: missing.length })}</p>;
    return (
      <div className={s.part} role="status">
        <p>{t('policies.changeDeclined')}</p>
        <Messages messages={quote.messages} questions={questions} />
      </div>
    );
  }
  return (
    <div className={s.part} aria-busy={isPricing} aria-live="polite">
      <div>
        <span className="quiet">{t('endorse.dueNow')}</span>
        <p className={s.due}>{signedMoney(sumOf([change.premium, change.taxesAndFees]))}</p>
        <p className={s.small}>
          {t('endorse.madeOf', {
            premium: signedMoney(change.premium),
            taxes: signedMoney(change.taxesAndFees),
          })}
        </p>
        {(change.terms ?? [change]).map((term) => (
          <Days key={'from' in term ? String(term.from) : 'term'} term={term} />
        ))}
      </div>
      {!quote.bindable && (
        <div>
          <p>{t(quote.requiresUnderwriterApproval ? 'policies.changeReferred' : 'policies.changeWaits')}</p>
          <Messages messages={quote.messages} questions={questions} />
        </div>
      )}
      <Coverages before={before} after={quote.quoteDetails?.coverageTypes ?? []} change={change} />
    </div>
  );
}

function Days({ term }: { term: PricedTerm & { from?: string } }) {
  const days = t('endorse.forDays', { days: number(term.days), of: number(term.daysOfTerm) });
  return (
    <p className={s.small}>
      {term.from
        ? `${t('policies.termFrom', { date: day(term.from) })} ${money(term.premium)}. ${days}`
        : days}
    </p>
  );
}

function Coverages({
  before,
  after,
  change,
}: {
  before: readonly CoverageGroup[];
  after: readonly CoverageGroup[];
  change: PricedTerm;
}) {
  const [were, are] = [premiumsOf(before), premiumsOf(after)];
  const titles = [...new Set([...are.keys(), ...were.keys()])];
  return (
    <PlainTable
      label={t('endorse.wholeTerm')}
      showsLabel
      isSmall
      hasNumbers
      head={[t('endorse.coverage'), t('endorse.then'), t('endorse.difference')]}
      rows={titles.map((title) => rowOf(title, were.get(title), are.get(title)))}
      foot={[rowOf(t('quotes.premium'), change.termPremium.before, change.termPremium.after)]}
    />
  );
}

type Amount = number | string | undefined;

function rowOf(title: string, was: Amount, is: Amount): PlainRow {
  const less = difference(is ?? 0, was ?? 0);
  const then = is === undefined ? t('endorse.noCoverage') : <Money amount={is} />;
  const moves = Number(less) === 0 ? '–' : <strong>{signedMoney(less)}</strong>;
  return { key: title, name: title, cells: [then, moves] };
}

const premiumsOf = (groups: readonly CoverageGroup[]): Map<string, number | string> =>
  new Map(
    groups.flatMap(({ coverages }) =>
      coverages.map(({ title, premium }) => [title, premium.amount] as [string, number | string]),
    ),
  );
