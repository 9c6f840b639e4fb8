import { useId, useState } from 'react';
import { cents, difference } from '../../parts/cents.js';
import { Bars } from '../../parts/diagram.js';
import { Field } from '../../parts/field.js';
import { Facts, Page, Section } from '../../parts/page.js';
import { Money } from '../../parts/values.js';
import { money, number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { type Amounts, type ImpactReport, readReport } from './impact-report.js';
import s from './products.module.css';

const command =
  'npm run -s cli -- product impact CANDIDATE-ID --against BASELINE-ID --from 2026-01-01 --by client.state --json > impact.json';

/** Draws the report that `product impact` makes. The file stays in the browser. */
export function ImpactPage() {
  const [read, setRead] = useState<{ name: string; report: ImpactReport | undefined }>();
  const load = async (file: File | undefined) => {
    if (file) setRead({ name: file.name, report: readReport(await file.text()) });
  };
  return (
    <Page title={t('products.impact')}>
      <p>{t('products.impactDetail')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className={s.sheet} tabIndex={0} aria-label={t('products.command')}>
        <pre>{command}</pre>
      </section>
      <Field
        label={t('products.report')}
        hint={t('products.reportHint')}
        error={read && !read.report ? t('products.noReport', { file: read.name }) : ''}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".json"
            onChange={(event) => void load(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {read?.report && <Report report={read.report} />}
    </Page>
  );
}

function Report({ report }: { report: ImpactReport }) {
  const { risks, premium, taxesAndFees, raised, lowered, unchanged, bins, contributions, splits } = report;
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
        ]}
      />
      {bins.length > 0 && (
        <Section title={t('products.distribution')}>
          <Bars
            title={t('products.distribution')}
            format={number}
            bars={bins.map(({ from, to, quotes }) => ({ label: binOf(from, to), value: quotes }))}
          />
          <details>
            <summary>{t('products.asTable')}</summary>
            <table className={s.changes} aria-label={t('products.distribution')}>
              <thead>
                <tr>
                  <th scope="col">{t('products.change')}</th>
                  <th scope="col">{t('products.risks')}</th>
                </tr>
              </thead>
              <tbody>
                {bins.map(({ from, to, quotes }) => (
                  <tr key={binOf(from, to)}>
                    <th scope="row">{binOf(from, to)}</th>
                    <td className="numbers">{number(quotes)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </Section>
      )}
      {contributions.length > 0 && (
        <Section title={t('products.contributions')}>
          <Parts
            parts={contributions.map(({ title, premium: amount }) => ({
              title,
              amount,
              words: money(amount),
            }))}
          />
        </Section>
      )}
      {splits.map(({ name, groups }) => (
        <Section key={name} title={t('products.splitBy', { name })}>
          <Parts
            parts={groups.map(({ label, premium: own, percent }) => {
              const amount = difference(own.candidate, own.against);
              return { title: label, amount, words: `${money(amount)} (${percent} %)` };
            })}
          />
        </Section>
      ))}
    </>
  );
}

function Change({ amounts: { against, candidate } }: { amounts: Amounts }) {
  return (
    <>
      <Money amount={against} /> → <Money amount={candidate} />
    </>
  );
}

function binOf(from: number | null, to: number | null): string {
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
