import type { QuoteComparison } from '../../api/client.js';
import { money, signedMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { classes } from '../classes.js';
import type { ComparisonWords } from './comparison-words.js';
import { axisOf, type WaterfallRow, waterfallRows } from './waterfall-rows.js';
import s from './worksheet.module.css';

/** How the total of one quote becomes that of another: a picture whose rows are a table, too. */
export function Waterfall({ comparison, words }: { comparison: QuoteComparison; words: ComparisonWords }) {
  const rows = waterfallRows(comparison);
  if (rows === undefined) return <p>{t('quotes.noWaterfall')}</p>;
  const axis = axisOf(rows);
  return (
    <>
      <table className={s.waterfall}>
        <caption className="hidden-visually">{t('quotes.waterfall')}</caption>
        <colgroup>
          <col />
          <col className={s.effect} />
          <col className={s.picture} />
        </colgroup>
        <thead className="hidden-visually">
          <tr>
            <th scope="col">{t('quotes.step')}</th>
            <th scope="col">{t('quotes.effect')}</th>
            <th scope="col">{t('quotes.picture')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={classes(isTotal(row) && s.total)}>
              <th scope="row">
                <Title row={row} words={words} />
              </th>
              <td className="numbers">{signed(row)}</td>
              <td>
                <Bar name={nameOf(row, words)} row={row} axis={axis} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {axis.from > 0 && (
        <p className="quiet">{t('quotes.axis', { amount: money(Math.round(axis.from) / 100) })}</p>
      )}
    </>
  );
}

const isTotal = ({ kind }: WaterfallRow) => kind === 'A' || kind === 'B';

/** A change has its sign, so that it is not told by the color alone. */
const signed = (row: WaterfallRow): string => (isTotal(row) ? money : signedMoney)(row.amount);

function Title({ row, words }: { row: WaterfallRow; words: ComparisonWords }) {
  const { step } = row;
  if (step === undefined) return <>{nameOf(row, words)}</>;
  const { name, place } = words.step(step);
  return (
    <>
      {name}
      <span className={s.limits}>{place}</span>
      {step.kind !== 'CHANGED' && (
        <span className={s.limits}>{t(step.kind === 'ONLY_A' ? 'quotes.onlyA' : 'quotes.onlyB')}</span>
      )}
      {words
        .differences(step)
        .slice(0, 3)
        .map(({ what, a, b }) => (
          <span className={s.limits} key={what}>
            {what} {a} → {b}
          </span>
        ))}
    </>
  );
}

const nameOf = ({ kind, step }: WaterfallRow, words: ComparisonWords): string =>
  step ? words.step(step).name : t(titles[kind]);

const titles = {
  A: 'quotes.totalA',
  B: 'quotes.totalB',
  STEP: 'quotes.step',
  OTHERS: 'quotes.otherSteps',
  UNEXPLAINED: 'quotes.unexplained',
} as const;

function Bar({ name, row, axis }: { name: string; row: WaterfallRow; axis: { from: number; to: number } }) {
  const { kind, from, to } = row;
  const share = (amount: bigint) =>
    Math.max(0, Math.min(100, ((Number(amount) - axis.from) / (axis.to - axis.from || 1)) * 100));
  const [start, end] = [share(from), share(to)];
  const look = isTotal(row) ? s.whole : to < from ? s.less : s.more;
  return (
    <svg className={s.bar} viewBox="0 0 100 20" preserveAspectRatio="none" role="img">
      <title>{`${name}: ${signed(row)}`}</title>
      <rect
        className={look}
        x={Math.min(start, end)}
        y="3"
        width={Math.max(0.6, Math.abs(end - start))}
        height="14"
      />
      {kind !== 'B' && <line className={s.link} x1={end} x2={end} y1="17" y2="20" />}
      {kind !== 'A' && (
        <line
          className={s.link}
          x1={isTotal(row) ? end : start}
          x2={isTotal(row) ? end : start}
          y1="0"
          y2="3"
        />
      )}
    </svg>
  );
}
