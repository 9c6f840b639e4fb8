import { addDays, today } from '../../api/days.js';
import { FigureTable } from '../../parts/figures/figure-table.js';
import { Picture } from '../../parts/figures/picture.js';
import { hasPage } from '../../shell/areas.js';
import { roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import type { BookRow } from './book.js';

/** Policies with amounts past due today. */
export const pastDueList = '/queue?tab=policies&reason=PAST_DUE';

/** The ages of what is due: from how many days past due until how many. */
const ages = [
  ['notYetDue'],
  ['pastDueTo30', 1, 30],
  ['pastDueTo60', 31, 60],
  ['pastDueTo90', 61, 90],
  ['pastDueOver90', 91],
] as const;
type Age = (typeof ages)[number];

const wordsOf = ([, from, to]: Age): string => {
  if (from === undefined) return t('figures.notYetDue');
  return to === undefined ? t('figures.ageOver', { n: from }) : t('figures.ageDays', { from, to });
};

/** The policies that an age counts; of another day than today there is no list. */
function listOf([, from, to]: Age, { asOf, lineId }: { asOf: string; lineId?: string | undefined }) {
  if (from === undefined || asOf !== today() || !hasPage('/queue')) return undefined;
  const of = new URLSearchParams({
    ...(lineId && { lineId }),
    ...(to !== undefined && { dueFrom: addDays(asOf, -to) }),
    dueTo: addDays(asOf, -from),
  });
  return `${pastDueList}&${of}`;
}

/** What is due by the days since its due date, in all and by product; each amount opens the policies that it counts. */
export function Ages({ rows, asOf }: { rows: readonly BookRow[]; asOf: string }) {
  const [{ currency } = { currency: '' }] = rows;
  const own = rows.filter((row) => row.currency === currency);
  const sum = ([name]: Age) => own.reduce((all, row) => all + Math.round(row[name] * 100), 0) / 100;
  return (
    <>
      <h2>{t('figures.agesTitle')}</h2>
      <Picture
        title={t('figures.agesTitle')}
        rows={ages}
        nameOf={wordsOf}
        series={[{ title: t('figures.due'), value: sum, to: (age) => listOf(age, { asOf }) }]}
        format={roundMoney}
      />
      <FigureTable
        label={t('figures.agesTitle')}
        file={`ageing-${asOf}`}
        rows={own}
        keyOf={({ lineId }) => lineId}
        columns={[
          { title: t('figures.what'), value: ({ lineName }) => lineName },
          ...ages.map((age) => ({
            title: wordsOf(age),
            value: (row: BookRow) => row[age[0]],
            show: 'money' as const,
            to: ({ lineId }: BookRow) => listOf(age, { asOf, lineId }),
            isSummed: true,
            toAll: listOf(age, { asOf }),
          })),
        ]}
      />
    </>
  );
}
