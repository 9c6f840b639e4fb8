import { ioi } from '../../api/client.js';
import { type FigureColumn, FigureTable } from '../../parts/figures/figure-table.js';
import { Picture } from '../../parts/figures/picture.js';
import { number, roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { AsOf, type Grouped, groupOf, type ReadReport } from './as-of.js';
import { figuresByLine } from './book.js';

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
}

const read: ReadReport<Report> = ({ by, ...query }, options) =>
  by === 'line' ? figuresByLine(query, options) : ioi.reports.premium({ ...query, by }, options);

const groupings = ['line', 'state', 'riskState', 'coverage', 'unitClass', 'seller'] as const;

/** The policies of a product. */
const policiesOf = ({ lineId }: Row): string | undefined => lineId && `/policies?lineId=${lineId}`;

/** Premium written, and what is earned of it. */
export function Premium() {
  return (
    <AsOf<Report> name="premium" groupings={groupings} read={read}>
      {({ rows }) => {
        const amount = (name: keyof Amounts) => ({
          title: t(`figures.${name}`),
          value: (row: Row) => row[name],
          show: 'money' as const,
          isSummed: true,
        });
        return (
          <>
            <Picture
              title={t('figures.premiumTitle')}
              rows={rows}
              nameOf={groupOf}
              series={(['written', 'earned'] as const).map((name) => ({ ...amount(name), to: policiesOf }))}
              format={roundMoney}
            />
            <FigureTable
              label={t('figures.premiumTitle')}
              file="premium"
              rows={rows}
              keyOf={groupOf}
              columns={[
                { title: t('figures.what'), value: groupOf, to: policiesOf },
                amount('written'),
                amount('earned'),
                amount('unearned'),
                ...exposureColumns(rows),
              ]}
            />
          </>
        );
      }}
    </AsOf>
  );
}

const units = (amount: number | null | undefined): string => (amount == null ? '–' : number(amount));

/** Where a product names its exposure. */
const exposureColumns = (rows: readonly Row[]): FigureColumn<Row>[] =>
  rows.some(({ exposureName }) => exposureName)
    ? [
        { title: t('figures.exposure'), value: ({ exposureName }) => exposureName ?? '–' },
        {
          title: t('figures.writtenExposure'),
          value: ({ writtenExposure }) => writtenExposure,
          show: ({ writtenExposure }) => units(writtenExposure),
        },
        {
          title: t('figures.earnedExposure'),
          value: ({ earnedExposure }) => earnedExposure,
          show: ({ earnedExposure }) => units(earnedExposure),
        },
      ]
    : [];
