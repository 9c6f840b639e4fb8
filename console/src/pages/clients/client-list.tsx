import { ioi, type ListedClient } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { ClockFilter } from '../../parts/clock/clock-filter.js';
import { SearchField, SelectField } from '../../parts/field.js';
import { oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Filters, Page } from '../../parts/page.js';
import { type Column, ListTable } from '../../parts/table.js';
import { Moment } from '../../parts/values.js';
import { t, word } from '../../texts/texts.js';
import { clientStatuses, clientTypes } from './values.js';

const filters = {
  clientName: text,
  clientType: oneOf(...clientTypes),
  clientStatus: oneOf(...clientStatuses),
  clockId: text,
};
const idOf = ({ clientId }: ListedClient) => clientId;

/** The organization's clients, the latest created first. */
export function ClientList() {
  const [values, change] = useFilters(filters);
  // The service refuses shorter ones.
  const { clientName = '', ...others } = values;
  const query = { ...others, ...(clientName.length >= 3 && { clientName }), size: 100 };
  const list = useList(['clients', query], (signal) => ioi.clients.list(query, { signal }), idOf);
  const { first } = list;
  const columns: Column<ListedClient>[] = [
    { title: t('clients.name'), cell: (client) => client.clientName ?? t('clients.noName') },
    {
      title: t('clients.type'),
      cell: (client) => word('clientType', client.clientType),
      width: '140px',
      wide: true,
    },
    {
      title: t('clients.status'),
      cell: (client) => word('clientStatus', client.clientStatus),
      width: '100px',
    },
    {
      title: t('clients.location'),
      cell: (client) => client.locationCode ?? '–',
      width: '140px',
      wide: true,
    },
    {
      title: t('clients.created'),
      cell: (client) => <Moment at={client.createdTimestamp} />,
      width: '190px',
      wide: true,
    },
  ];
  return (
    <Page title={t('clients.title')}>
      <Filters>
        <SearchField
          label={t('clients.name')}
          hint={t('clients.nameHint')}
          value={clientName}
          onValue={(value) => change({ clientName: value })}
        />
        <SelectField
          label={t('clients.type')}
          value={values.clientType ?? ''}
          choices={[
            ['', t('parts.any')],
            ...clientTypes.map((each) => [each, word('clientType', each)] as const),
          ]}
          onValue={(value) => change({ clientType: value })}
        />
        <SelectField
          label={t('clients.status')}
          value={values.clientStatus ?? ''}
          choices={[
            ['', t('parts.any')],
            ...clientStatuses.map((each) => [each, word('clientStatus', each)] as const),
          ]}
          onValue={(value) => change({ clientStatus: value })}
        />
        <ClockFilter value={values.clockId} onValue={(clockId) => change({ clockId })} />
      </Filters>
      {first && (
        <p className="quiet" role="status">
          {first.totalIsExact
            ? t('clients.count', { n: first.totalElements })
            : t('clients.countAtLeast', { n: first.totalElements })}
        </p>
      )}
      <ListTable
        label={t('clients.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ clientId }) => `/clients/${clientId}`}
        empty={<Empty>{t('clients.none')}</Empty>}
      />
    </Page>
  );
}
