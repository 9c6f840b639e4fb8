import { Link } from 'wouter';
import { ioi, type ReceivablesReport } from '../../api/client.js';
import { today } from '../../api/days.js';
import { useProductChoices } from '../../api/products.js';
import { Bars } from '../../parts/diagram.js';
import { Money } from '../../parts/values.js';
import { hasPage } from '../../shell/areas.js';
import { roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { AsOf, groupOf, type ReadReport } from './as-of.js';
import { FigureTable } from './figure-table.js';
import s from './figures.module.css';

const groupings = ['line', 'state'] as const;
type By = (typeof groupings)[number];
const read: ReadReport<ReceivablesReport, By> = (query, options) => ioi.reports.receivables(query, options);
type Row = ReceivablesReport['rows'][number];
const columns = ['billed', 'paid', 'due', 'pastDue', 'credit'] as const;
/** Policies with amounts past due today. */
const pastDueList = '/queue?tab=policies&reason=PAST_DUE';

/** What was billed and paid, and what is due. */
export function Receivables() {
  const products = useProductChoices();
  /** The amount past due of a product, with a link to its policies; of another day or a state there is no list. */
  const pastDueOf = ({ line, pastDue }: Row, asOf: string) => {
    const [lineId] = products.find(([, name]) => name === line) ?? [];
    const amount = <Money amount={pastDue} />;
    return lineId && pastDue > 0 && asOf === today() && hasPage('/queue') ? (
      <Link href={`${pastDueList}&lineId=${lineId}`}>{amount}</Link>
    ) : (
      amount
    );
  };
  return (
    <AsOf<ReceivablesReport, By> name="receivables" groupings={groupings} read={read}>
      {({ rows, totals, asOf }) => (
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
                    (row: Row) => (name === 'pastDue' ? pastDueOf(row, asOf) : <Money amount={row[name]} />),
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
          {hasPage('/queue') && <Link href={pastDueList}>{t('figures.pastDueList')}</Link>}
        </>
      )}
    </AsOf>
  );
}
