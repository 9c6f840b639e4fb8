import type { PolicyOnDate, PolicyTimeline } from '../../../api/client.js';
import { Empty } from '../../../parts/page.js';
import { PlainTable } from '../../../parts/plain-table.js';
import { lapseText } from '../../../parts/policy-state.js';
import { day, money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import { coveragesOf } from './coverages.js';

interface Row {
  what: string;
  then: readonly string[];
  now: readonly string[];
}

const isChanged = ({ then, now }: Row): boolean => then.join('\n') !== now.join('\n');

/** A policy on a day beside the policy of today, with what differs marked; of the coverages only what differs. */
export function ThenAndNow({ then, now }: { then: PolicyTimeline; now: PolicyTimeline }) {
  if (then.policy === null) return <Empty>{t('policies.notBegun')}</Empty>;
  return (
    <PlainTable
      label={t('policies.thenAndNow')}
      isEven
      head={['', day(then.effectiveOn), t('policies.today', { date: day(now.effectiveOn) })]}
      rows={rowsOf(then.policy, now.policy).map((row) => ({
        key: row.what,
        name: (
          <>
            {row.what}
            {isChanged(row) && <span className="hidden-visually">, {t('policies.differs')}</span>}
          </>
        ),
        cells: [linesOf(row.then), linesOf(row.now)],
        mark: isChanged(row) ? 'changed' : undefined,
      }))}
    />
  );
}

const linesOf = (lines: readonly string[]) =>
  lines.length === 0 ? '–' : lines.map((line, index) => <div key={index}>{line}</div>);

function rowsOf(then: PolicyOnDate, now: PolicyOnDate | null): Row[] {
  const facts = (of: PolicyOnDate | null): [string, string[]][] => [
    [t('policies.coverage'), of ? [of.inForce ? t('policies.covered') : t('policies.notCovered')] : []],
    [
      t('policies.insured'),
      typeof of?.policyMeta.insuredName === 'string' ? [of.policyMeta.insuredName] : [],
    ],
    [t('policies.term'), of ? [`${day(of.termEffectiveDate)} – ${day(of.termExpirationDate)}`] : []],
    [t('policies.lapses'), (of?.policyContract.lapses ?? []).map(lapseText)],
    [t('policies.premiumOfTerm'), of ? [money(of.premium)] : []],
    [t('policies.annualized'), of ? [money(of.termPremium)] : []],
    [t('policies.earned'), of ? [money(of.earnedPremium)] : []],
  ];
  const after = facts(now);
  const known = coveragesOf(then.policyContract);
  const current = coveragesOf(now?.policyContract);
  const titles = new Map([...known, ...current].map(({ key, title }) => [key, title]));
  const linesAt = (all: typeof known, key: string) => all.find((each) => each.key === key)?.lines ?? [];
  return [
    ...facts(then).map(([what, lines], index) => ({ what, then: lines, now: after[index]?.[1] ?? [] })),
    ...[...titles]
      .map(([key, what]) => ({ what, then: linesAt(known, key), now: linesAt(current, key) }))
      .filter(isChanged),
  ];
}
