import { Link } from 'wouter';
import { ioi, type ReceivablesReport } from '../../api/client.js';
import { Bars } from '../../parts/diagram.js';
import { Money } from '../../parts/values.js';
import { hasPage } from '../../shell/areas.js';
import { roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { AsOf, groupOf } from './as-of.js';
import { FigureTable } from './figure-table.js';
import s from './figures.module.css';

const read = ioi.reports.receivables.bind(ioi.reports);
const columns = ['billed', 'paid', 'due', 'pastDue', 'credit'] as const;
/** Policies with amounts past due. */
const pastDueList = '/queue?tab=policies';

/** What was billed and paid, and what is due. */
export function Receivables() {
  return (
    <AsOf<ReceivablesReport> name="receivables" read={read}>
      {({ rows, totals }) => (
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
                    (row: ReceivablesReport['rows'][number]) => <Money amount={row[name]} />,
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
