import { Link } from 'wouter';
import { ioi } from '../../api/client.js';
import { Bars } from '../../parts/diagram.js';
import { Money } from '../../parts/values.js';
import { number, roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { AsOf, type Grouped, groupOf, type ReadReport } from './as-of.js';
import { figuresByLine } from './book.js';
import { FigureTable } from './figure-table.js';
import s from './figures.module.css';

type Amounts = Record<'written' | 'earned' | 'unearned', number>;
interface Row extends Grouped, Amounts {
  lineId?: string;
  /** What its units of exposure are; null if it has none, or of several kinds. */
  exposureName?: string | null;
  writtenExposure?: number | null;
  earnedExposure?: number | null;
}

interface Report {
  rows: Row[];
  totals: Amounts[];
}

const read: ReadReport<Report> = ({ by, ...query }, options) =>
  by === 'line' ? figuresByLine(query, options) : ioi.reports.premium({ ...query, by }, options);

const groupings = ['line', 'state', 'riskState', 'coverage', 'unitClass', 'seller'] as const;

/** Premium written, and what is earned of it. */
export function Premium() {
  return (
    <AsOf<Report> name="premium" groupings={groupings} read={read}>
      {({ rows, totals }) => (
        <>
          <p className={s.legend}>
            <span>{t('figures.written')}</span>
            <span className={s.part}>{t('figures.earned')}</span>
          </p>
          <Bars
            title={t('figures.premiumTitle')}
            format={roundMoney}
            bars={rows.map((row) => {
              const to = policiesOf(row);
              return { label: groupOf(row), value: row.written, part: row.earned, ...(to && { to }) };
            })}
          />
          <FigureTable
            label={t('figures.premiumTitle')}
            rows={rows}
            keyOf={groupOf}
            columns={[
              [t('figures.what'), (row) => <Named row={row} />],
              [t('figures.written'), ({ written }) => <Money amount={written} />],
              [t('figures.earned'), ({ earned }) => <Money amount={earned} />],
              [t('figures.unearned'), ({ unearned }) => <Money amount={unearned} />],
              ...exposureColumns(rows),
            ]}
            foot={totals
              .slice(0, 1)
              .flatMap(({ written, earned, unearned }) => [
                t('figures.total'),
                <Money key="written" amount={written} />,
                <Money key="earned" amount={earned} />,
                <Money key="unearned" amount={unearned} />,
                ...exposureColumns(rows).map(() => ''),
              ])}
          />
        </>
      )}
    </AsOf>
  );
}

const units = (amount: number | null | undefined): string => (amount == null ? '–' : number(amount));

/** Where a product names its exposure. */
const exposureColumns = (rows: readonly Row[]) =>
  rows.some(({ exposureName }) => exposureName)
    ? ([
        [t('figures.exposure'), ({ exposureName }: Row) => exposureName ?? '–'],
        [t('figures.writtenExposure'), ({ writtenExposure }: Row) => units(writtenExposure)],
        [t('figures.earnedExposure'), ({ earnedExposure }: Row) => units(earnedExposure)],
      ] as const)
    : [];

/** The policies of a product. */
const policiesOf = ({ lineId }: Row): string | undefined => lineId && `/policies?lineId=${lineId}`;

function Named({ row }: { row: Row }) {
  const to = policiesOf(row);
  return to ? <Link href={to}>{groupOf(row)}</Link> : groupOf(row);
}
