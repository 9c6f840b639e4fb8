import { ioi, type PremiumReport } from '../../api/client.js';
import { Bars } from '../../parts/diagram.js';
import { Money } from '../../parts/values.js';
import { roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { AsOf, groupOf, type ReadReport } from './as-of.js';
import { FigureTable } from './figure-table.js';
import s from './figures.module.css';

const read: ReadReport<PremiumReport> = (query, options) => ioi.reports.premium(query, options);

const groupings = ['line', 'state', 'riskState', 'coverage', 'unitClass', 'seller'] as const;

/** Premium written, and what is earned of it. */
export function Premium() {
  return (
    <AsOf<PremiumReport> name="premium" groupings={groupings} read={read}>
      {({ rows, totals }) => (
        <>
          <p className={s.legend}>
            <span>{t('figures.written')}</span>
            <span className={s.part}>{t('figures.earned')}</span>
          </p>
          <Bars
            title={t('figures.premiumTitle')}
            format={roundMoney}
            bars={rows.map((row) => ({
              label: groupOf(row),
              value: row.written,
              part: row.earned,
            }))}
          />
          <FigureTable
            label={t('figures.premiumTitle')}
            rows={rows}
            keyOf={groupOf}
            columns={[
              [t('figures.what'), groupOf],
              [t('figures.written'), ({ written }) => <Money amount={written} />],
              [t('figures.earned'), ({ earned }) => <Money amount={earned} />],
              [t('figures.unearned'), ({ unearned }) => <Money amount={unearned} />],
            ]}
            foot={totals
              .slice(0, 1)
              .flatMap(({ written, earned, unearned }) => [
                t('figures.total'),
                <Money key="written" amount={written} />,
                <Money key="earned" amount={earned} />,
                <Money key="unearned" amount={unearned} />,
              ])}
          />
        </>
      )}
    </AsOf>
  );
}
