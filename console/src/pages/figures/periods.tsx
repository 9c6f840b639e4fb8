import type { ReactNode } from 'react';
import { addDays, dayNumber, earlierOf, today } from '../../api/days.js';
import { SelectField, TextField } from '../../parts/field.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { Filters } from '../../parts/page.js';
import { ProductFilter } from '../../parts/product-filter.js';
import { Day } from '../../parts/values.js';
import { day, month, number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';

const periods = ['day', 'week', 'month'] as const;
export type PeriodName = (typeof periods)[number];
const filters = { from: date, to: date, by: oneOf(...periods), lineId: text };
/** What a report takes at most. */
const mostDays = 366;
const usualDays = 180;

/**
 * The days and the product of a report by period, with the fields that change them.
 * @param ahead how many days from today it goes, unless others are chosen.
 */
export function usePeriods(ahead = 0): {
  from: string;
  to: string;
  by: PeriodName;
  lineId: string | undefined;
  /** What is wrong with the days; empty if nothing is. */
  wrong: string;
  fields: ReactNode;
} {
  const [values, change] = useFilters(filters);
  const { to = addDays(today(), ahead), by = 'month', lineId } = values;
  const { from = `${addDays(to, -usualDays - ahead).slice(0, 7)}-01` } = values;
  const wrong = wrongPeriod(from, to);
  const fields = (
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
  );
  return { from, to, by, lineId, wrong, fields };
}

function wrongPeriod(from: string, to: string): string {
  const days = dayNumber(to) - dayNumber(from);
  if (days < 0) return t('figures.endsBefore');
  return days >= mostDays ? t('figures.tooLong', { n: mostDays }) : '';
}

/** What a period is called in a picture. */
export const nameOfPeriod = (from: string, by: PeriodName): string =>
  by === 'month' ? month(`${from.slice(0, 7)}-01`) : day(from);

interface Period {
  from: string;
  to: string;
}

/** A period in a table. */
export function PeriodCell({ row: { from, to }, by }: { row: Period; by: PeriodName }) {
  if (by !== 'week') return nameOfPeriod(from, by);
  return (
    <>
      <Day date={from} /> – <Day date={to} />
    </>
  );
}

export const share = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${number(Math.round((part / whole) * 1000) / 10)} %`;

/** The sums of all products, by period. */
export function summedByPeriod<Name extends string>(
  rows: readonly (Period & Record<Name, number>)[],
  names: readonly Name[],
): (Period & Record<Name, number>)[] {
  const sums = new Map<string, Period & Record<Name, number>>();
  for (const row of rows) {
    const before = sums.get(row.from);
    const counts = names.map((name) => [name, row[name] + (before?.[name] ?? 0)] as const);
    sums.set(row.from, {
      from: row.from,
      to: before ? earlierOf(before.to, row.to) : row.to,
      ...(Object.fromEntries(counts) as Record<Name, number>),
    });
  }
  return [...sums.values()].sort((a, b) => (a.from < b.from ? -1 : 1));
}
