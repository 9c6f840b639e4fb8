import { keepPreviousData } from '@tanstack/react-query';
import { ioi, type ListQuotesQuery, type QuotesOfPeriod } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { FigureTable } from '../../parts/figures/figure-table.js';
import { Picture } from '../../parts/figures/picture.js';
import { Empty } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { nameOfPeriod, PeriodCell, type PeriodName, share, summedByPeriod, usePeriods } from './periods.js';
import { quotesPath } from './quotes-path.js';

type Counts = Pick<QuotesOfPeriod, 'from' | 'to' | 'quoted' | 'declined' | 'underReview' | 'bound'>;

/** Quotes made in each period, and how many of them were bound. */
export function Quotes() {
  const { from, to, by, lineId, wrong, fields } = usePeriods();
  const report = useRead(
    ['quotes', 'figures', from, to, by],
    (signal) => ioi.reports.quote({ from, to, by }, { signal }),
    { placeholderData: keepPreviousData, enabled: wrong === '' },
  );
  return (
    <>
      {fields}
      {wrong === '' && (
        <Loaded query={report} lines={8}>
          {({ rows }) => (
            <QuotesToBinds
              rows={rows.filter((each) => !lineId || each.lineId === lineId)}
              by={by}
              {...(lineId && { lineId })}
            />
          )}
        </Loaded>
      )}
    </>
  );
}

function QuotesToBinds({
  rows,
  by,
  lineId,
}: {
  rows: readonly QuotesOfPeriod[];
  by: PeriodName;
  lineId?: string;
}) {
  const all = byPeriod(rows);
  if (all.every(({ quoted, declined }) => quoted + declined === 0))
    return <Empty>{t('quotes.noneMatch')}</Empty>;
  const nameOf = ({ from }: Counts) => nameOfPeriod(from, by);
  const of = ({ from, to }: Counts, more: ListQuotesQuery): ListQuotesQuery => ({
    ...(lineId && { lineId }),
    createdFrom: from,
    createdTo: to,
    ...more,
  });
  const isNew = { type: 'QUOTE' } as const;
  const listed = (more: ListQuotesQuery) => (row: Counts) => quotesPath(of(row, more));
  const count = (name: 'quoted' | 'declined' | 'underReview' | 'bound', more: ListQuotesQuery) => ({
    title: t(`figures.${name}`),
    value: (row: Counts) => row[name],
    show: 'count' as const,
    to: listed(more),
    isSummed: true,
  });
  const quoted = count('quoted', isNew);
  const bound = count('bound', { ...isNew, bound: true });
  return (
    <>
      <Picture
        title={t('figures.quotesTitle')}
        rows={all}
        nameOf={nameOf}
        series={[quoted, bound]}
        format={number}
      />
      <FigureTable
        label={t('figures.quotesTitle')}
        file="quotes-to-binds"
        rows={all}
        keyOf={({ from }) => from}
        columns={[
          {
            title: t('figures.period'),
            value: ({ from }) => from,
            show: (row) => <PeriodCell row={row} by={by} />,
          },
          quoted,
          count('underReview', { ...isNew, underReview: true }),
          count('declined', { outcome: 'DECLINED' }),
          bound,
          { title: t('figures.share'), value: (row) => share(row.bound, row.quoted) },
        ]}
      />
    </>
  );
}

/** The sums of all products, by period. */
const byPeriod = (rows: readonly QuotesOfPeriod[]): Counts[] =>
  summedByPeriod(rows, ['quoted', 'declined', 'underReview', 'bound']);
