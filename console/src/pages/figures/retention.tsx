import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ioi } from '../../api/client.js';
import { Bars } from '../../parts/diagram.js';
import { Empty } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { FigureTable } from './figure-table.js';
import s from './figures.module.css';
import { nameOfPeriod, PeriodCell, share, summedByPeriod, usePeriods } from './periods.js';

const outcomes = ['ending', 'renewed', 'canceled', 'notRenewed', 'pending'] as const;

/** Terms that end soon are of interest, too. */
const daysAhead = 120;

/** The terms that end in each period, and what became of them. */
export function Retention() {
  const { from, to, by, lineId, wrong, fields } = usePeriods(daysAhead);
  const report = useQuery({
    queryKey: ['policies', 'figures', 'retention', from, to, by],
    queryFn: ({ signal }) => ioi.reports.retention({ from, to, by }, { signal }),
    placeholderData: keepPreviousData,
    enabled: wrong === '',
  });
  if (wrong !== '') return fields;
  return (
    <>
      {fields}
      <Loaded query={report} lines={8}>
        {({ rows }) => {
          const own = rows.filter((each) => !lineId || each.lineId === lineId);
          const all = summedByPeriod(own, outcomes);
          if (all.length === 0) return <Empty>{t('figures.noTerms')}</Empty>;
          return (
            <>
              <p className={s.legend}>
                <span>{t('figures.ending')}</span>
                <span className={s.part}>{t('figures.renewed')}</span>
              </p>
              <Bars
                title={t('figures.retentionTitle')}
                format={number}
                bars={all.map((row) => ({
                  label: nameOfPeriod(row.from, by),
                  value: row.ending,
                  part: row.renewed,
                }))}
              />
              <FigureTable
                label={t('figures.retentionTitle')}
                rows={all}
                keyOf={(row) => row.from}
                columns={[
                  [t('figures.period'), (row) => <PeriodCell row={row} by={by} />],
                  [t('figures.ending'), (row) => number(row.ending)],
                  [t('figures.renewed'), (row) => number(row.renewed)],
                  [t('figures.canceled'), (row) => number(row.canceled)],
                  [t('figures.notRenewed'), (row) => number(row.notRenewed)],
                  [t('figures.pending'), (row) => <Pending row={row} />],
                  [t('figures.retained'), ({ renewed, ending, pending }) => share(renewed, ending - pending)],
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** Those that are not over, with a link to the policies that expire in the period. */
function Pending({ row: { from, to, pending } }: { row: { from: string; to: string; pending: number } }) {
  if (pending === 0) return number(0);
  return <Link href={`/policies?expirationDateFrom=${from}&expirationDateTo=${to}`}>{number(pending)}</Link>;
}
