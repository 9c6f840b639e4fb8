import { Link } from 'wouter';
import { ioi } from '../../api/client.js';
import { today } from '../../api/days.js';
import { FigureTable } from '../../parts/figures/figure-table.js';
import { Picture } from '../../parts/figures/picture.js';
import { hasPage } from '../../shell/areas.js';
import { roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { Ages, pastDueList } from './ages.js';
import { AsOf, type Grouped, groupOf, type ReadReport } from './as-of.js';
import { type BookRow, figuresByLine } from './book.js';

const groupings = ['line', 'state'] as const;
type By = (typeof groupings)[number];
const columns = ['billed', 'paid', 'due', 'pastDue', 'credit'] as const;
type Amounts = Record<(typeof columns)[number], number>;
type Row = Grouped & Amounts & { lineId?: string };

interface Report {
  asOf: string;
  rows: Row[];
  /** By product, with the ages of what is due. */
  book?: BookRow[];
}

const read: ReadReport<Report, By> = async ({ by, ...query }, options) => {
  if (by !== 'line') return ioi.reports.receivables({ ...query, by }, options);
  const figures = await figuresByLine(query, options);
  return { ...figures, book: figures.rows };
};

/** The policies past due of a product; of another day or a state there is no list. */
const pastDueOf = ({ lineId }: Row, asOf: string): string | undefined =>
  lineId && asOf === today() && hasPage('/queue') ? `${pastDueList}&lineId=${lineId}` : undefined;

/** What was billed and paid, and what is due, by its age. */
export function Receivables() {
  return (
    <AsOf<Report, By> name="receivables" groupings={groupings} read={read}>
      {({ rows, asOf, book }) => (
        <>
          <Picture
            title={t('figures.receivablesTitle')}
            rows={rows}
            nameOf={groupOf}
            series={(['billed', 'paid', 'pastDue'] as const).map((name) => ({
              title: t(`figures.${name}`),
              value: (row: Row) => row[name],
              to: name === 'pastDue' ? (row: Row) => pastDueOf(row, asOf) : undefined,
            }))}
            format={roundMoney}
          />
          <FigureTable
            label={t('figures.receivablesTitle')}
            file={`receivables-${asOf}`}
            rows={rows}
            keyOf={groupOf}
            columns={[
              { title: t('figures.what'), value: groupOf },
              ...columns.map((name) => ({
                title: t(`figures.${name}`),
                value: (row: Row) => row[name],
                show: 'money' as const,
                to: name === 'pastDue' ? (row: Row) => pastDueOf(row, asOf) : undefined,
                isSummed: true,
              })),
            ]}
          />
          {book && <Ages rows={book} asOf={asOf} />}
          {hasPage('/queue') && <Link href={pastDueList}>{t('figures.pastDueList')}</Link>}
        </>
      )}
    </AsOf>
  );
}
