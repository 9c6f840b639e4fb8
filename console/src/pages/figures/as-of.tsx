import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GetPremiumReportQuery } from '../../api/client.js';
import { today } from '../../api/days.js';
import { useRead } from '../../api/queries.js';
import { SelectField, TextField } from '../../parts/field.js';
import { date, oneOf, useFilters } from '../../parts/filters.js';
import { Empty, Filters } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { t } from '../../texts/texts.js';

/** Reports by policy can have a row for each policy: those are for the command line and the downloads of REST. */
const allGroupings = ['line', 'state', 'riskState', 'coverage', 'unitClass', 'seller'] as const;
type Grouping = (typeof allGroupings)[number];
const filters = { asOf: date, by: oneOf(...allGroupings) };

export interface Grouped {
  line?: string | null;
  state?: string | null;
  riskState?: string | null;
  coverage?: string | null;
  unitClass?: string | null;
  sellerName?: string | null;
}

/** Reads a report as JSON. */
export type ReadReport<Report, By = Grouping> = (
  query: Omit<GetPremiumReportQuery, 'format' | 'by'> & { by: By },
  options: { signal: AbortSignal },
) => Promise<Report>;

/** A report of the ledger as of a day, by product, state and what else it is grouped by. */
export function AsOf<Report extends { rows: readonly unknown[] }, By extends Grouping = Grouping>({
  name,
  groupings,
  read,
  children,
}: {
  name: string;
  /** The first one is the default. */
  groupings: readonly [By, ...By[]];
  read: ReadReport<Report, By>;
  children: (report: Report) => ReactNode;
}) {
  const [values, change] = useFilters(filters);
  const { asOf = today() } = values;
  const choices: readonly Grouping[] = groupings;
  const by = groupings.find((each) => each === values.by) ?? groupings[0];
  const report = useRead(
    ['policies', 'figures', name, asOf, by],
    (signal) => read({ asOf, by }, { signal }),
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <Filters>
        <TextField
          type="date"
          label={t('policies.asOf')}
          value={asOf}
          onValue={(chosen) => change({ asOf: chosen })}
        />
        <SelectField
          label={t('figures.by')}
          value={by}
          choices={choices.map((each) => [each, t(`figures.${each}`)] as const)}
          onValue={(chosen) => change({ by: chosen })}
        />
      </Filters>
      <Loaded query={report} lines={8}>
        {(found) => (found.rows.length === 0 ? <Empty>{t('figures.nothing')}</Empty> : children(found))}
      </Loaded>
    </>
  );
}

/** What a row is about. */
export const groupOf = ({ line, state, riskState, coverage, unitClass, sellerName }: Grouped): string =>
  (line ?? state ?? riskState ?? coverage ?? unitClass ?? sellerName) || t('figures.unknown');
