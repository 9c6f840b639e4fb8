import { Group, Stack } from '@mantine/core';
import {
  type ColumnDef,
  columnVisibilityFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type ReactNode, useMemo, useState } from 'react';
import type { List } from '../../api/client.js';
import type { Rows } from '../../api/queries.js';
import { t } from '../../texts/texts.js';
import type { Column } from '../column.js';
import { SearchField } from '../field.js';
import { ListTable, type RowKey, type TableSelection } from '../table.js';
import { UnreadFilters } from '../unread-filters.js';
import s from './data-table.module.css';
import { Display } from './display.js';
import { ExportButton } from './export-button.js';
import type { CellValue } from './export-csv.js';
import type { ListFilter } from './filter.js';
import { FilterChips } from './filter-chips.js';
import { useListSettings } from './list-settings.js';
import { Views } from './views.js';

/** A column of a list that can be chosen, sorted by and exported. */
export type DataColumn<Row> = Column<Row> & {
  /** Its name in views. */
  id: string;
} & ({ cell?: undefined } | { value: (row: Row) => CellValue });

/** The service sorts: what is in the table is a part of the list. */
const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });

/** A text of every value of the address that a list's filters have. */
export type ListValues = Readonly<Record<string, string | true | undefined>>;

export interface DataTableProps<Page, Row> {
  /** The list's name in views and files. */
  name: string;
  /** For screen readers. */
  label: string;
  list: Rows<Row>;
  /** The list in large pages, for files. */
  all: (signal: AbortSignal) => List<Page, Row>;
  columns: readonly DataColumn<Row>[];
  keyOf: (row: Row) => string;
  to: (row: Row) => string;
  rowKeys?: readonly RowKey<Row>[];
  filters: readonly ListFilter[];
  /** The filter that a text field sets, and what it finds. */
  search?: { name: string; label: string };
  /** The filters and, where the list can be sorted, `sort`: in the address. */
  values: ListValues;
  change: (changes: Record<string, string | undefined>) => void;
  /** How many there are, in words, as soon as it is known; false of a list that is not counted. */
  count: string | undefined | false;
  /** What can be done with the rows that are ticked; absent: rows cannot be ticked. */
  actions?: (rows: readonly Row[], done: () => void) => ReactNode;
  empty: ReactNode;
}

/**
 * A list with a search, filters as chips, saved views, columns and density to choose, a file of all rows that match, and rows
 * to tick. It is read as far as it is scrolled.
 */
export function DataTable<Page, Row>({
  name,
  label,
  list,
  all,
  columns,
  keyOf,
  to,
  rowKeys = [],
  filters,
  search,
  values,
  change,
  count,
  actions,
  empty,
}: DataTableProps<Page, Row>) {
  const [settings, setSettings] = useListSettings(name);
  const [ticked, setTicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const shown = settings.columns ?? columns.filter(({ isExtra }) => !isExtra).map(({ id }) => id);
  const sorted = String(values.sort ?? '');
  const definitions = useMemo(
    () => columns.map((column): ColumnDef<typeof features, Row & object> => ({ id: column.id })),
    [columns],
  );
  const table = useTable({
    features,
    columns: definitions,
    data: list.rows as readonly (Row & object)[],
    getRowId: keyOf,
    manualSorting: true,
    state: {
      columnVisibility: Object.fromEntries(columns.map(({ id }, at) => [id, at === 0 || shown.includes(id)])),
      rowSelection: Object.fromEntries([...ticked.keys()].map((key) => [key, true])),
      sorting: sorted === '' ? [] : [{ id: sorted.replace('-', ''), desc: sorted.startsWith('-') }],
    },
  });
  const visible = table.getVisibleLeafColumns().flatMap(({ id }) => columns.filter((each) => each.id === id));
  const filterNames = [...filters.map((filter) => filter.name), ...(search ? [search.name] : [])];
  const given = filterNames.flatMap((each) => (values[each] ? [[each, String(values[each])] as const] : []));
  const isTicked = (row: Row) => ticked.has(keyOf(row));
  const selection: TableSelection<Row> | undefined = actions && {
    has: isTicked,
    toggle: (row) => {
      const after = new Map(ticked);
      if (!after.delete(keyOf(row))) after.set(keyOf(row), row);
      setTicked(after);
    },
    all: ticked.size > 0 && (list.rows.every(isTicked) || 'some'),
    toggleAll: () =>
      setTicked(ticked.size > 0 ? new Map() : new Map(list.rows.map((row) => [keyOf(row), row]))),
  };
  return (
    <Stack gap={8}>
      <UnreadFilters values={values} />
      <Group component="search" gap={6} aria-label={t('parts.filters')}>
        {search && (
          <div className={s.search}>
            <SearchField
              label={t('lists.search')}
              placeholder={search.label}
              value={String(values[search.name] ?? '')}
              onValue={(text) => change({ [search.name]: text || undefined })}
            />
          </div>
        )}
        <FilterChips filters={filters} values={values} change={change} />
        <div className={s.tools}>
          <Views
            list={name}
            now={{
              filters: Object.fromEntries(given),
              ...(sorted !== '' && { sort: sorted }),
              columns: [...shown],
              density: settings.density === 'compact' ? 'COMPACT' : 'COMFORTABLE',
            }}
            open={(view) => {
              const none = Object.fromEntries(filterNames.map((each) => [each, undefined]));
              change({ ...none, sort: view.sort ?? undefined, ...view.filters });
              if (view.columns || view.density) {
                setSettings({
                  columns: view.columns ?? undefined,
                  density: view.density === 'COMPACT' ? 'compact' : 'comfortable',
                });
              }
            }}
          />
          <Display
            density={settings.density}
            setDensity={(density) => setSettings({ ...settings, density })}
            columns={columns.map(({ id, title }, at) => ({
              id,
              title,
              isShown: at === 0 || shown.includes(id),
              isFixed: at === 0,
              toggle: () =>
                setSettings({
                  ...settings,
                  columns: shown.includes(id) ? shown.filter((each) => each !== id) : [...shown, id],
                }),
            }))}
          />
          <ExportButton name={name} columns={visible} all={all} />
        </div>
      </Group>
      {ticked.size > 0 && actions ? (
        <div className={s.ticked} role="status">
          <strong>{t('lists.selected', { n: ticked.size })}</strong>
          {actions([...ticked.values()], () => setTicked(new Map()))}
        </div>
      ) : (
        count !== false && (
          <p className={s.count} role="status">
            {count ?? ' '}
          </p>
        )
      )}
      <ListTable
        label={label}
        list={list}
        columns={visible}
        keyOf={keyOf}
        to={to}
        rowKeys={rowKeys}
        density={settings.density}
        sort={{ by: sorted, change: (column) => change({ sort: nextSort(sorted, column) }) }}
        selection={selection}
        empty={empty}
      />
    </Stack>
  );
}

/** Ascending, then descending, then as the list is by itself. */
const nextSort = (sorted: string, column: string): string | undefined => {
  if (sorted === column) return `-${column}`;
  return sorted === `-${column}` ? undefined : column;
};
