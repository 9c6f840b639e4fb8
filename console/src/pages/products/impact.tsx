import { useId } from 'react';
import {
  type ImpactAmounts,
  type ImpactContribution,
  type ImpactReport,
  ioi,
  type ListedVersion,
  type Question,
} from '../../api/client.js';
import { addDays, today } from '../../api/days.js';
import { errorAt } from '../../api/problems.js';
import { useRead } from '../../api/queries.js';
import { useQuestions } from '../../api/questions.js';
import { answerText, byQid } from '../../parts/answer-list.js';
import { Button } from '../../parts/button.js';
import { cents, difference, sumOf } from '../../parts/cents.js';
import { SelectField, TextField } from '../../parts/field.js';
import { FigureTable } from '../../parts/figures/figure-table.js';
import { Picture } from '../../parts/figures/picture.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { Facts, Filters, Section } from '../../parts/page.js';
import { Problem, Skeleton } from '../../parts/states.js';
import { Money } from '../../parts/values.js';
import { capitalized, number, signedMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import s from './products.module.css';

const kinds = ['quotes', 'policies'] as const;
const filters = { risks: oneOf(...kinds), day: date, by: text };
const keptMs = 3_600_000;

/** What a version does to the premiums of stored risks. A report stays for an hour while other pages are looked at. */
export function Impact({
  productId,
  versionId,
  against,
}: {
  productId: string;
  versionId: string;
  against: ListedVersion;
}) {
  const [values, change] = useFilters(filters);
  const risks = values.risks ?? 'quotes';
  const day = values.day ?? (risks === 'quotes' ? addDays(today(), -90) : today());
  const body = {
    against: against.versionId,
    ...(risks === 'quotes' ? { from: day } : { policies: day }),
    ...(values.by && { by: values.by }),
  };
  const report = useRead(
    ['products', 'impact', versionId, body],
    () => ioi.products.compareImpact(versionId, body),
    { enabled: false, staleTime: Number.POSITIVE_INFINITY, gcTime: keptMs },
  );
  const questions = useQuestions(productId, {}).data ?? [];
  const fields = useId();
  const at = [risks === 'quotes' ? '/from' : '/policies', '/by'] as const;
  const isAtField = at.some((pointer) => errorAt(report.error, pointer) !== '');
  return (
    <>
      <p>{t('products.impactDetail')}</p>
      <Filters>
        <SelectField
          label={t('products.risks')}
          value={risks}
          choices={kinds.map((kind) => [kind, t(`products.${kind}`)] as const)}
          onValue={(kind) => change({ risks: kind, day: '' })}
        />
        <TextField
          type="date"
          label={t(risks === 'quotes' ? 'products.madeSince' : 'products.inForceOn')}
          value={day}
          onValue={(chosen) => change({ day: chosen })}
          error={errorAt(report.error, at[0])}
        />
        <TextField
          label={t('products.splitByField')}
          placeholder="client.state"
          list={fields}
          value={values.by ?? ''}
          onValue={(by) => change({ by })}
          error={errorAt(report.error, at[1])}
        />
        <datalist id={fields}>
          {questions.map(({ qid, question }) => (
            <option key={qid} value={qid} label={question} />
          ))}
        </datalist>
        <Button look="main" busy={report.isFetching} onClick={() => void report.refetch()}>
          {t('products.calculate')}
        </Button>
      </Filters>
      {report.isFetching && <Skeleton lines={6} />}
      {!report.isFetching && report.error && !isAtField && <Problem error={report.error} />}
      {!report.isFetching && report.data && <Report report={report.data} questions={questions} />}
    </>
  );
}

function Report({ report, questions }: { report: ImpactReport; questions: readonly Question[] }) {
  const { risks, premium, taxesAndFees, raised, lowered, unchanged, bins, contributions, splits } = report;
  const { noLongerQuoted, newlyQuoted, reasons } = report;
  const asked = byQid(questions);
  return (
    <>
      <Facts
        facts={[
          [t('products.risks'), number(risks)],
          [t('products.premium'), <Change key="premium" amounts={premium} />],
          [t('products.charges'), <Change key="charges" amounts={taxesAndFees} />],
          [t('products.raised'), number(raised)],
          [t('products.lowered'), number(lowered)],
          [t('products.unchanged'), number(unchanged)],
          [t('products.noLonger'), number(noLongerQuoted.quotes)],
          [t('products.newly'), number(newlyQuoted.quotes)],
        ]}
      />
      {bins.length > 0 && (
        <Section title={t('products.distribution')}>
          <Picture
            title={t('products.distribution')}
            rows={bins}
            nameOf={binOf}
            series={[{ title: t('products.risks'), value: ({ quotes }) => quotes }]}
            format={number}
          />
          <details>
            <summary>{t('products.asTable')}</summary>
            <FigureTable
              label={t('products.distribution')}
              file="distribution"
              rows={bins}
              keyOf={binOf}
              columns={[
                { title: t('products.change'), value: binOf },
                { title: t('products.risks'), value: ({ quotes }) => quotes, show: 'count', isSummed: true },
              ]}
            />
          </details>
        </Section>
      )}
      {contributions.length > 0 && (
        <Section title={t('products.contributions')}>
          <Parts parts={contributions.map(contributed)} />
        </Section>
      )}
      {reasons.length > 0 && (
        <Section title={t('products.reasons')}>
          <Facts facts={reasons.map(({ reason, risks: count }) => [reason, number(count)])} />
        </Section>
      )}
      {splits.map(({ name, groups }) => (
        <Section key={name} title={t('products.splitBy', { name: asked.get(name)?.question ?? name })}>
          <Parts
            parts={groups.map(({ label, premium: own, percent }) => {
              const amount = difference(own.candidate, own.against);
              const share = `${number(Math.round(Number(percent) * 10) / 10)} %`;
              return {
                title: answerText(label, asked.get(name)),
                amount,
                words: `${signedMoney(amount)} (${share})`,
              };
            })}
          />
        </Section>
      ))}
    </>
  );
}

/** What a change does to the premium, and to taxes and fees where it touches them. */
function contributed({ title, premium, taxesAndFees }: ImpactContribution) {
  const charges = t('products.ofCharges', { amount: signedMoney(taxesAndFees) });
  const isPremium = cents(premium) !== 0n || cents(taxesAndFees) === 0n;
  return {
    title: capitalized(title),
    amount: sumOf([premium, taxesAndFees]),
    words: [isPremium && signedMoney(premium), cents(taxesAndFees) !== 0n && charges]
      .filter(Boolean)
      .join(', '),
  };
}

function Change({ amounts: { against, candidate } }: { amounts: ImpactAmounts }) {
  return (
    <>
      <Money amount={against} /> → <Money amount={candidate} />
    </>
  );
}

function binOf({ from, to }: ImpactReport['bins'][number]): string {
  if (from === 0 && to === 0) return '0 %';
  if (from === null) return `< ${to} %`;
  return to === null ? `≥ ${from} %` : `${from} … ${to} %`;
}

/** Amounts above and below zero as bars on one scale, each with its name and its words. */
function Parts({ parts }: { parts: readonly { title: string; amount: string; words: string }[] }) {
  const sizes = parts.map(({ amount }) => Number(cents(amount)));
  const low = Math.min(0, ...sizes);
  const wide = Math.max(0, ...sizes) - low || 1;
  const at = (size: number) => ((size - low) / wide) * 100;
  return (
    <ul className={s.parts}>
      {parts.map(({ title, words }, index) => {
        const size = sizes[index] ?? 0;
        return (
          <li key={title}>
            <span>{title}</span>
            <SignedBar
              title={`${title}: ${words}`}
              from={at(Math.min(0, size))}
              to={at(Math.max(0, size))}
              zero={at(0)}
              isMore={size > 0}
            />
            <span className="numbers">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}

function SignedBar({
  title,
  from,
  to,
  zero,
  isMore,
}: {
  title: string;
  from: number;
  to: number;
  zero: number;
  isMore: boolean;
}) {
  const id = useId();
  return (
    <svg viewBox="0 0 100 20" preserveAspectRatio="none" role="img" aria-labelledby={id}>
      <title id={id}>{title}</title>
      <rect className={isMore ? s.more : s.less} x={from} width={to - from} y={2} height={16} />
      <line className={s.zero} x1={zero} x2={zero} y1={0} y2={20} />
    </svg>
  );
}
