import { keepPreviousData } from '@tanstack/react-query';
import { ioi } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { FigureTable } from '../../parts/figures/figure-table.js';
import { Picture } from '../../parts/figures/picture.js';
import { Empty } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { nameOfPeriod, PeriodCell, share, summedByPeriod, usePeriods } from './periods.js';

const outcomes = ['ending', 'renewed', 'canceled', 'notRenewed', 'pending'] as const;

/** Terms that end soon are of interest, too. */
const daysAhead = 120;

/** The terms that end in each period, and what became of them. */
export function Retention() {
  const { from, to, by, lineId, wrong, fields } = usePeriods(daysAhead);
  const report = useRead(
    ['policies', 'figures', 'retention', from, to, by],
    (signal) => ioi.reports.retention({ from, to, by }, { signal }),
    { placeholderData: keepPreviousData, enabled: wrong === '' },
  );
  if (wrong !== '') return fields;
  return (
    <>
      {fields}
      <Loaded query={report} lines={8}>
        {({ rows }) => {
          const own = rows.filter((each) => !lineId || each.lineId === lineId);
          const all = summedByPeriod(own, outcomes);
          if (all.length === 0) return <Empty>{t('figures.noTerms')}</Empty>;
          const counted = (name: (typeof outcomes)[number]) => ({
            title: t(`figures.${name}`),
            value: (row: (typeof all)[number]) => row[name],
            show: 'count' as const,
            to: name === 'pending' ? (row: (typeof all)[number]) => policiesExpiring(row, lineId) : undefined,
            isSummed: true,
          });
          return (
            <>
              <Picture
                title={t('figures.retentionTitle')}
                rows={all}
                nameOf={(row) => nameOfPeriod(row.from, by)}
                series={[counted('ending'), counted('renewed')]}
                format={number}
              />
              <FigureTable
                label={t('figures.retentionTitle')}
                file="retention"
                rows={all}
                keyOf={(row) => row.from}
                columns={[
                  {
                    title: t('figures.period'),
                    value: (row) => row.from,
                    show: (row) => <PeriodCell row={row} by={by} />,
                  },
                  ...outcomes.map(counted),
                  {
                    title: t('figures.retained'),
                    value: ({ renewed, ending, pending }) => share(renewed, ending - pending),
                  },
                ]}
              />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** The policies whose present term ends in a period: those that are not over. */
function policiesExpiring({ from, to }: { from: string; to: string }, lineId: string | undefined): string {
  const filters = { expirationDateFrom: from, expirationDateTo: to, ...(lineId && { lineId }) };
  return `/policies?${new URLSearchParams({ ...filters, sort: 'expirationDate' })}`;
}
