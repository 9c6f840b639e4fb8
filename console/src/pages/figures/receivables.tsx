import { Link } from 'wouter';
import { ioi } from '../../api/client.js';
import { today } from '../../api/days.js';
import { Bars } from '../../parts/diagram.js';
import { Money } from '../../parts/values.js';
import { hasPage } from '../../shell/areas.js';
import { roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { Ages, pastDueList } from './ages.js';
import { AsOf, type Grouped, groupOf, type ReadReport } from './as-of.js';
import { type BookRow, figuresByLine } from './book.js';
import { FigureTable } from './figure-table.js';
import s from './figures.module.css';

const groupings = ['line', 'state'] as const;
type By = (typeof groupings)[number];
const columns = ['billed', 'paid', 'due', 'pastDue', 'credit'] as const;
type Amounts = Record<(typeof columns)[number], number>;
type Row = Grouped & Amounts & { lineId?: string };

interface Report {
  asOf: string;
  rows: Row[];
  totals: Amounts[];
  /** By product, with the ages of what is due. */
  book?: BookRow[];
}

const read: ReadReport<Report, By> = async ({ by, ...query }, options) => {
  if (by !== 'line') return ioi.reports.receivables({ ...query, by }, options);
  const figures = await figuresByLine(query, options);
  return { ...figures, book: figures.rows };
};

/** The amount past due of a product, with a link to its policies; of another day or a state there is no list. */
function PastDue({ row: { lineId, pastDue }, asOf }: { row: Row; asOf: string }) {
  const amount = <Money amount={pastDue} />;
  return lineId && pastDue > 0 && asOf === today() && hasPage('/queue') ? (
    <Link href={`${pastDueList}&lineId=${lineId}`}>{amount}</Link>
  ) : (
    amount
  );
}

/** What was billed and paid, and what is due, by its age. */
export function Receivables() {
  return (
    <AsOf<Report, By> name="receivables" groupings={groupings} read={read}>
      {({ rows, totals, asOf, book }) => (
        <>
          <p className={s.legend}>
            <span>{t('figures.billed')}</span>
            <span className={s.part}>{t('figures.paid')}</span>
          </p>
          <Bars
            title={t('figures.receivablesTitle')}
            format={roundMoney}
            bars={rows.map((row) => ({
              label: groupOf(row),
              value: row.billed,
              part: row.paid,
            }))}
          />
          <FigureTable
            label={t('figures.receivablesTitle')}
            rows={rows}
            keyOf={groupOf}
            columns={[
              [t('figures.what'), groupOf],
              ...columns.map(
                (name) =>
                  [
                    t(`figures.${name}`),
                    (row: Row) =>
                      name === 'pastDue' ? <PastDue row={row} asOf={asOf} /> : <Money amount={row[name]} />,
                  ] as const,
              ),
            ]}
            foot={totals
              .slice(0, 1)
              .flatMap((total) => [
                t('figures.total'),
                ...columns.map((name) => <Money key={name} amount={total[name]} />),
              ])}
          />
          {book && <Ages rows={book} asOf={asOf} />}
          {hasPage('/queue') && <Link href={pastDueList}>{t('figures.pastDueList')}</Link>}
        </>
      )}
    </AsOf>
  );
}
