import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ioi, type ListQuotesQuery, type QuotesOfPeriod } from '../../api/client.js';
import { Bars } from '../../parts/diagram.js';
import { Empty } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { Counted, quotesPath } from './counted.js';
import { FigureTable } from './figure-table.js';
import s from './figures.module.css';
import { nameOfPeriod, PeriodCell, type PeriodName, share, summedByPeriod, usePeriods } from './periods.js';

type Counts = Pick<QuotesOfPeriod, 'from' | 'to' | 'quoted' | 'declined' | 'underReview' | 'bound'>;

/** Quotes made in each period, and how many of them were bound. */
export function Quotes() {
  const { from, to, by, lineId, wrong, fields } = usePeriods();
  const report = useQuery({
    queryKey: ['quotes', 'figures', from, to, by],
    queryFn: ({ signal }) => ioi.reports.quote({ from, to, by }, { signal }),
    placeholderData: keepPreviousData,
    enabled: wrong === '',
  });
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
  const counted = (
    row: Counts,
    name: 'quoted' | 'declined' | 'underReview' | 'bound',
    more: ListQuotesQuery,
  ) => <Counted count={row[name]} filters={of(row, more)} />;
  return (
    <>
      <p className={s.legend}>
        <span>{t('figures.quoted')}</span>
        <span className={s.part}>{t('figures.bound')}</span>
      </p>
      <Bars
        title={t('figures.quotesTitle')}
        format={number}
        bars={all.map((row) => ({
          label: nameOf(row),
          value: row.quoted,
          part: row.bound,
          to: quotesPath(of(row, isNew)),
        }))}
      />
      <FigureTable
        label={t('figures.quotesTitle')}
        rows={all}
        keyOf={({ from }) => from}
        columns={[
          [t('figures.period'), (row) => <PeriodCell row={row} by={by} />],
          [t('figures.quoted'), (row) => counted(row, 'quoted', isNew)],
          [t('figures.underReview'), (row) => counted(row, 'underReview', { ...isNew, underReview: true })],
          [t('figures.declined'), (row) => counted(row, 'declined', { outcome: 'DECLINED' })],
          [t('figures.bound'), (row) => counted(row, 'bound', { ...isNew, bound: true })],
          [t('figures.share'), ({ bound, quoted }) => share(bound, quoted)],
        ]}
      />
    </>
  );
}

/** The sums of all products, by period. */
const byPeriod = (rows: readonly QuotesOfPeriod[]): Counts[] =>
  summedByPeriod(rows, ['quoted', 'declined', 'underReview', 'bound']);
