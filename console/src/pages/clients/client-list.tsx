import { useMemo } from 'react';
import { ioi, type ListedClient } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { type DataColumn, DataTable } from '../../parts/data-table/data-table.js';
import { choiceFilter, type ListFilter, textFilter } from '../../parts/data-table/filter.js';
import { useClockFilter } from '../../parts/data-table/shared-filters.js';
import { oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Page } from '../../parts/page.js';
import { t, word } from '../../texts/texts.js';
import { clientStatuses, clientTypes } from './values.js';

const filters = {
  text,
  clientType: oneOf(...clientTypes),
  clientStatus: oneOf(...clientStatuses),
  locationCode: text,
  clockId: text,
  sort: oneOf('clientName', '-clientName', 'createdTimestamp', '-createdTimestamp'),
};
const idOf = ({ clientId }: ListedClient) => clientId;

/** The organization's clients, the latest created first. */
export function ClientList() {
  const [values, change] = useFilters(filters);
  // The service refuses shorter ones.
  const { text: sought = '', ...others } = values;
  const query = { ...others, ...(sought.length >= 3 && { anyMatch: sought }), size: 100 };
  const list = useList(['clients', query], (signal) => ioi.clients.list(query, { signal }), idOf);
  const { first } = list;
  const columns = useMemo(columnsOfClients, []);
  return (
    <Page title={t('clients.title')}>
      <DataTable
        name="clients"
        label={t('clients.title')}
        list={list}
        all={(signal) => ioi.clients.list({ ...query, size: 1_000 }, { signal })}
        columns={columns}
        keyOf={idOf}
        to={({ clientId }) => `/clients/${clientId}`}
        filters={useClientFilters()}
        search={{ name: 'text', label: t('clients.search') }}
        values={values}
        change={change}
        count={
          first &&
          (first.totalIsExact
            ? t('clients.count', { n: first.totalElements })
            : t('clients.countAtLeast', { n: first.totalElements }))
        }
        empty={<Empty>{t('clients.none')}</Empty>}
      />
    </Page>
  );
}

function useClientFilters(): ListFilter[] {
  return [
    choiceFilter(
      'clientType',
      t('clients.type'),
      clientTypes.map((each) => [each, word('clientType', each)]),
    ),
    choiceFilter(
      'clientStatus',
      t('clients.status'),
      clientStatuses.map((each) => [each, word('clientStatus', each)]),
    ),
    textFilter('locationCode', t('clients.location')),
    ...useClockFilter(),
  ];
}

const columnsOfClients = (): DataColumn<ListedClient>[] => [
  {
    id: 'clientName',
    title: t('clients.name'),
    sort: 'clientName',
    value: ({ clientName }) => clientName,
    cell: ({ clientName }) => clientName ?? t('clients.noName'),
    below: ({ phone, email }) => phone ?? email,
  },
  {
    id: 'phone',
    title: t('clients.phone'),
    value: ({ phone }) => phone,
    cell: ({ phone }) => <span className="numbers">{phone ?? '–'}</span>,
    width: '150px',
    wide: true,
  },
  { id: 'email', title: t('clients.email'), wide: true },
  {
    id: 'clientType',
    title: t('clients.type'),
    value: ({ clientType }) => word('clientType', clientType),
    width: '120px',
    wide: true,
  },
  {
    id: 'clientStatus',
    title: t('clients.status'),
    value: ({ clientStatus }) => word('clientStatus', clientStatus),
    width: '100px',
  },
  { id: 'locationCode', title: t('clients.location'), width: '140px', isExtra: true },
  { id: 'createdTimestamp', title: t('clients.created'), sort: 'createdTimestamp', show: 'ago', wide: true },
];
