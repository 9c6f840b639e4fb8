import { type ComponentType, useState } from 'react';
import type { List } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import type { Column } from '../../parts/column.js';
import { SelectField } from '../../parts/field.js';
import { oneOf, useFilters } from '../../parts/filters.js';
import { Empty, Filters } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { UnreadFilters } from '../../parts/unread-filters.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import s from './admin.module.css';

const filters = { active: oneOf('true', 'false') };

interface Query {
  active?: 'true' | 'false';
  size: number;
}

/** People or keys, the latest created first, with the form that creates one. */
export function AdminList<Page, Item>({
  name,
  read,
  idOf,
  columns,
  ended,
  create,
  Create,
  empty,
}: {
  name: 'people' | 'keys';
  read: (query: Query, signal: AbortSignal) => List<Page, Item>;
  idOf: (item: Item) => string;
  columns: readonly Column<Item>[];
  /** The word for those that are not active. */
  ended: string;
  create: string;
  Create: ComponentType<{ close: () => void }>;
  empty: string;
}) {
  const [values, change] = useFilters(filters);
  const [isCreating, setCreating] = useState(false);
  const query = { ...values, size: 100 };
  const list = useList([name, query], (signal) => read(query, signal), idOf);
  return (
    <>
      <UnreadFilters values={values} />
      <div className={s.bar}>
        <Filters>
          <SelectField
            label={t('admin.state')}
            value={values.active ?? ''}
            choices={[
              ['', t('parts.any')],
              ['true', t('admin.active')],
              ['false', ended],
            ]}
            onValue={(active) => change({ active })}
          />
        </Filters>
        {may('administration:write') && (
          <Button look="main" onClick={() => setCreating(true)}>
            {create}
          </Button>
        )}
      </div>
      <ListTable
        label={t(`admin.${name}`)}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={(item) => `/admin/${name}/${idOf(item)}`}
        empty={<Empty>{empty}</Empty>}
      />
      {isCreating && <Create close={() => setCreating(false)} />}
    </>
  );
}
