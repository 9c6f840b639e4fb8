import {
  ioi,
  type PaymentStatus,
  type PolicySearch,
  type PolicyState,
  type PolicySummary,
} from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { ClockFilter } from '../../parts/clock/clock-filter.js';
import { SearchField, SelectField, TextField } from '../../parts/field.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Filters, Page } from '../../parts/page.js';
import { StateBadge } from '../../parts/policy-state.js';
import { ProductFilter } from '../../parts/product-filter.js';
import { type Column, ListTable } from '../../parts/table.js';
import { Day, Money } from '../../parts/values.js';
import { t, word } from '../../texts/texts.js';

/** Where a text is searched: a field of the search. */
const places = [
  'anyMatch',
  'policyNumber',
  'insuredName',
  'insuredContactEmail',
  'agencyName',
  'producerLastName',
] as const satisfies readonly (keyof PolicySearch)[];
const states = [
  'PENDING_FINANCE_CONFIRMATION',
  'ACTIVE',
  'INACTIVE_UNSETTLED',
  'SETTLED',
  'CLOSED',
] as const satisfies readonly PolicyState[];
const statuses = ['NOT_PAID', 'UNDERPAID', 'PAID', 'OVERPAID'] as const satisfies readonly PaymentStatus[];
const dates = ['effectiveDateFrom', 'effectiveDateTo', 'expirationDateFrom', 'expirationDateTo'] as const;

const filters = {
  in: oneOf(...places),
  text,
  policyState: oneOf(...states),
  status: oneOf(...statuses),
  effectiveDateFrom: date,
  effectiveDateTo: date,
  expirationDateFrom: date,
  expirationDateTo: date,
  lineId: text,
  clockId: text,
};
const idOf = ({ id }: PolicySummary) => id;

/** The policies that the organization sold or issued, the latest first. */
export function PolicyList() {
  const [values, change] = useFilters(filters);
  const { in: place = 'anyMatch', text: sought = '', ...between } = values;
  const query = { ...between, ...(sought !== '' && { [place]: sought }), size: 100 };
  const list = useList(
    ['policies', 'search', query],
    (signal) => ioi.policies.search(query, { signal }),
    idOf,
  );
  const columns: Column<PolicySummary>[] = [
    { title: t('policies.number'), cell: ({ policyNumber }) => policyNumber, width: '180px' },
    { title: t('policies.insured'), cell: ({ policyMeta }) => policyMeta.insuredName ?? '–' },
    { title: t('policies.agency'), cell: ({ policyMeta }) => policyMeta.agency?.name ?? '–', wide: true },
    {
      title: t('policies.effective'),
      cell: ({ effectiveDate }) => <Day date={effectiveDate} />,
      width: '130px',
      wide: true,
    },
    {
      title: t('policies.expires'),
      cell: ({ expirationDate }) => <Day date={expirationDate} />,
      width: '130px',
      wide: true,
    },
    {
      title: t('policies.state'),
      cell: ({ policyState }) => <StateBadge policyState={policyState} />,
      width: '150px',
    },
    {
      title: t('policies.premium'),
      cell: ({ premium }) => <Money amount={premium} />,
      align: 'end',
      width: '130px',
      wide: true,
    },
  ];
  return (
    <Page title={t('policies.title')}>
      <Filters>
        <SelectField
          label={t('policies.searchIn')}
          value={place}
          choices={places.map((each) => [each, word('policySearch', each)])}
          onValue={(value) => change({ in: value === 'anyMatch' ? '' : value })}
        />
        <SearchField label={t('policies.text')} value={sought} onValue={(value) => change({ text: value })} />
        <SelectField
          label={t('policies.state')}
          value={values.policyState ?? ''}
          choices={[
            ['', t('parts.any')],
            ...states.map((each) => [each, word('policyState', each)] as const),
          ]}
          onValue={(policyState) => change({ policyState })}
        />
        <SelectField
          label={t('policies.paymentOf')}
          value={values.status ?? ''}
          choices={[
            ['', t('parts.any')],
            ...statuses.map((each) => [each, word('paymentStatus', each)] as const),
          ]}
          onValue={(status) => change({ status })}
        />
        {dates.map((each) => (
          <TextField
            key={each}
            type="date"
            label={word('policySearch', each)}
            value={values[each] ?? ''}
            onValue={(value) => change({ [each]: value })}
          />
        ))}
        <ProductFilter value={values.lineId} onValue={(lineId) => change({ lineId })} />
        <ClockFilter value={values.clockId} onValue={(clockId) => change({ clockId })} />
      </Filters>
      {list.first && (
        <p className="quiet" role="status">
          {t('policies.count', { n: list.first.totalElements })}
        </p>
      )}
      <ListTable
        label={t('policies.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ id }) => `/policies/${id}`}
        empty={<Empty>{t('policies.noneMatch')}</Empty>}
      />
    </Page>
  );
}
