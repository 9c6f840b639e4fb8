import { ioi, type ReferralsOfAge } from '../../api/client.js';
import { dayNumber } from '../../api/days.js';
import { useRead } from '../../api/queries.js';
import { FigureTable } from '../../parts/figures/figure-table.js';
import { Picture } from '../../parts/figures/picture.js';
import { text, useFilters } from '../../parts/filters.js';
import { Empty, Filters } from '../../parts/page.js';
import { ProductFilter } from '../../parts/product-filter.js';
import { Loaded } from '../../parts/states.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { quotesPath } from './quotes-path.js';

const filters = { lineId: text };

/** Quotes that wait for an underwriter now, by how long they have waited. */
export function Referrals() {
  const [{ lineId }, change] = useFilters(filters);
  const report = useRead(['quotes', 'figures', 'referrals'], (signal) =>
    ioi.reports.referral({}, { signal }),
  );
  return (
    <>
      <Filters>
        <ProductFilter value={lineId} onValue={(chosen) => change({ lineId: chosen })} />
      </Filters>
      <Loaded query={report} lines={8}>
        {({ asOf, rows }) => (
          <ByAge
            asOf={asOf}
            rows={rows.filter((each) => !lineId || each.lineId === lineId)}
            lineId={lineId}
          />
        )}
      </Loaded>
    </>
  );
}

function ByAge({
  asOf,
  rows,
  lineId,
}: {
  asOf: string;
  rows: readonly ReferralsOfAge[];
  lineId: string | undefined;
}) {
  if (rows.every(({ count }) => count === 0)) return <Empty>{t('figures.noReferrals')}</Empty>;
  const daysTo = (date: string) => dayNumber(asOf) - dayNumber(date);
  const ageOf = ({ from, to }: Pick<ReferralsOfAge, 'from' | 'to'>) =>
    from
      ? t('figures.ageDays', { from: daysTo(to), to: daysTo(from) })
      : t('figures.ageOver', { n: daysTo(to) });
  const filtersOf = ({ from, to }: Pick<ReferralsOfAge, 'from' | 'to'>, line = lineId) => ({
    underReview: true,
    ...(line && { lineId: line }),
    ...(from && { createdFrom: from }),
    createdTo: to,
  });
  const ages = [...new Map(rows.map((each) => [each.to, each])).values()].sort((a, b) =>
    a.to > b.to ? -1 : 1,
  );
  return (
    <>
      <Picture
        title={t('figures.referralsTitle')}
        rows={ages}
        nameOf={ageOf}
        series={[
          {
            title: t('figures.underReview'),
            value: (age) => rows.filter(({ to }) => to === age.to).reduce((sum, { count }) => sum + count, 0),
            to: (age) => quotesPath(filtersOf(age)),
          },
        ]}
        format={number}
      />
      <FigureTable
        label={t('figures.referralsTitle')}
        file="referrals-by-age"
        rows={rows.filter(({ count }) => count > 0)}
        keyOf={(row) => `${row.lineId} ${row.to}`}
        columns={[
          { title: t('quotes.product'), value: ({ lineName }) => lineName },
          { title: t('figures.age'), value: ageOf },
          {
            title: t('figures.underReview'),
            value: ({ count }) => count,
            show: 'count',
            to: (row) => quotesPath(filtersOf(row, row.lineId)),
            isSummed: true,
          },
        ]}
      />
    </>
  );
}
