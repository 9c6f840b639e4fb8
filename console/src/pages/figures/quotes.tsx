import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ioi, type ListQuotesQuery, type QuotesOfPeriod } from '../../api/client.js';
import { addDays, dayNumber, earlierOf, today } from '../../api/days.js';
import { Bars } from '../../parts/diagram.js';
import { SelectField, TextField } from '../../parts/field.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Filters } from '../../parts/page.js';
import { ProductFilter } from '../../parts/product-filter.js';
import { Loaded } from '../../parts/states.js';
import { Day } from '../../parts/values.js';
import { day, month, number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { Counted, quotesPath } from './counted.js';
import { FigureTable } from './figure-table.js';
import s from './figures.module.css';

const periods = ['day', 'week', 'month'] as const;
const filters = { from: date, to: date, by: oneOf(...periods), lineId: text };
/** What the report takes at most. */
const mostDays = 366;
const usualDays = 180;

type Counts = Pick<QuotesOfPeriod, 'from' | 'to' | 'quoted' | 'declined' | 'underReview' | 'bound'>;

/** Quotes made in each period, and how many of them were bound. */
export function Quotes() {
  const [values, change] = useFilters(filters);
  const { to = today(), by = 'month', lineId } = values;
  const { from = `${addDays(to, -usualDays).slice(0, 7)}-01` } = values;
  const wrong = wrongPeriod(from, to);
  const report = useQuery({
    queryKey: ['quotes', 'figures', from, to, by],
    queryFn: ({ signal }) => ioi.reports.quote({ from, to, by }, { signal }),
    placeholderData: keepPreviousData,
    enabled: wrong === '',
  });
  return (
    <>
      <Filters>
        <TextField
          type="date"
          label={t('figures.from')}
          value={from}
          error={wrong}
          onValue={(chosen) => change({ from: chosen })}
        />
        <TextField
          type="date"
          label={t('figures.to')}
          value={to}
          onValue={(chosen) => change({ to: chosen })}
        />
        <SelectField
          label={t('figures.period')}
          value={by}
          choices={periods.map((each) => [each, t(`figures.${each}`)] as const)}
          onValue={(chosen) => change({ by: chosen })}
        />
        <ProductFilter value={lineId} onValue={(chosen) => change({ lineId: chosen })} />
      </Filters>
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

function wrongPeriod(from: string, to: string): string {
  const days = dayNumber(to) - dayNumber(from);
  if (days < 0) return t('figures.endsBefore');
  return days >= mostDays ? t('figures.tooLong', { n: mostDays }) : '';
}

function QuotesToBinds({
  rows,
  by,
  lineId,
}: {
  rows: readonly QuotesOfPeriod[];
  by: (typeof periods)[number];
  lineId?: string;
}) {
  const all = byPeriod(rows);
  if (all.every(({ quoted, declined }) => quoted + declined === 0))
    return <Empty>{t('quotes.noneMatch')}</Empty>;
  const nameOf = ({ from }: Counts) => (by === 'month' ? month(`${from.slice(0, 7)}-01`) : day(from));
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
          [t('figures.period'), (row) => (by === 'week' ? <Week row={row} /> : nameOf(row))],
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

function Week({ row: { from, to } }: { row: Counts }) {
  return (
    <>
      <Day date={from} /> – <Day date={to} />
    </>
  );
}

const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${number(Math.round((part / whole) * 1000) / 10)} %`;

/** The sums of all products, by period. */
function byPeriod(rows: readonly QuotesOfPeriod[]): Counts[] {
  const sums = new Map<string, Counts>();
  for (const { from, to, quoted, declined, underReview, bound } of rows) {
    const before = sums.get(from);
    sums.set(from, {
      from,
      to: before ? earlierOf(before.to, to) : to,
      quoted: quoted + (before?.quoted ?? 0),
      declined: declined + (before?.declined ?? 0),
      underReview: underReview + (before?.underReview ?? 0),
      bound: bound + (before?.bound ?? 0),
    });
  }
  return [...sums.values()].sort((a, b) => (a.from < b.from ? -1 : 1));
}
