import { useMemo } from 'react';
import {
  ioi,
  type PaymentStatus,
  type PolicySearch,
  type PolicyState,
  type PolicySummary,
} from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { type DataColumn, DataTable } from '../../parts/data-table/data-table.js';
import { choiceFilter, dateFilter, type ListFilter, textFilter } from '../../parts/data-table/filter.js';
import { useClockFilter, useProductFilter } from '../../parts/data-table/shared-filters.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Page } from '../../parts/page.js';
import { StateBadge } from '../../parts/policy-state.js';
import { priceOf, StandingBadge, standingText } from '../../parts/standing.js';
import { may } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';
import { BulkActions } from './bulk-actions.js';

const states = [
  'PENDING_FINANCE_CONFIRMATION',
  'ACTIVE',
  'INACTIVE_UNSETTLED',
  'SETTLED',
  'CLOSED',
] as const satisfies readonly PolicyState[];
const statuses = ['NOT_PAID', 'UNDERPAID', 'PAID', 'OVERPAID'] as const satisfies readonly PaymentStatus[];
const dates = ['effectiveDateFrom', 'effectiveDateTo', 'expirationDateFrom', 'expirationDateTo'] as const;
const keys = [
  ...(['effectiveDate', 'expirationDate', 'policyNumber', 'insuredName', 'premium'] as const),
  ...(['createdTimestamp', 'updatedTimestamp'] as const),
];

const filters = {
  text,
  policyState: oneOf(...states),
  status: oneOf(...statuses),
  effectiveDateFrom: date,
  effectiveDateTo: date,
  expirationDateFrom: date,
  expirationDateTo: date,
  insuredState: text,
  lineId: text,
  clockId: text,
  sort: oneOf(...keys.flatMap((key) => [key, `-${key}`] as const)),
};
const idOf = ({ id }: PolicySummary) => id;

/** The policies that the organization sold or issued, the latest first. */
export function PolicyList() {
  const [values, change] = useFilters(filters);
  const { text: sought, ...others } = values;
  const query: PolicySearch = { ...others, ...(sought && { anyMatch: sought }), size: 100 };
  const list = useList(
    ['policies', 'search', query],
    (signal) => ioi.policies.search(query, { signal }),
    idOf,
  );
  const columns = useMemo(columnsOfPolicies, []);
  return (
    <Page title={t('policies.title')}>
      <DataTable
        name="policies"
        label={t('policies.title')}
        list={list}
        all={(signal) => ioi.policies.search({ ...query, size: 1_000 }, { signal })}
        columns={columns}
        keyOf={idOf}
        to={({ id }) => `/policies/${id}`}
        filters={usePolicyFilters()}
        search={{ name: 'text', label: t('policies.search') }}
        values={values}
        change={change}
        count={list.first && t('policies.count', { n: list.first.totalElements })}
        {...(may('servicing:fire') && {
          actions: (policies: readonly PolicySummary[], done: () => void) => (
            <BulkActions policies={policies} done={done} />
          ),
        })}
        empty={<Empty>{t('policies.noneMatch')}</Empty>}
      />
    </Page>
  );
}

function usePolicyFilters(): ListFilter[] {
  return [
    choiceFilter(
      'policyState',
      t('policies.state'),
      states.map((each) => [each, word('policyState', each)]),
    ),
    choiceFilter(
      'status',
      t('policies.paymentOf'),
      statuses.map((each) => [each, word('paymentStatus', each)]),
    ),
    ...useProductFilter(),
    ...dates.map((each) => dateFilter(each, word('policySearch', each))),
    textFilter('insuredState', t('policies.insuredState')),
    ...useClockFilter(),
  ];
}

const insuredOf = ({ policyMeta }: PolicySummary): string => policyMeta.insuredName || '–';

const columnsOfPolicies = (): DataColumn<PolicySummary>[] => [
  {
    id: 'policyNumber',
    title: t('policies.number'),
    sort: 'policyNumber',
    below: (policy) => `${insuredOf(policy)} · ${policy.productName}`,
    width: '130px',
  },
  {
    id: 'insuredName',
    title: t('policies.insured'),
    sort: 'insuredName',
    value: ({ policyMeta }) => policyMeta.insuredName,
    cell: insuredOf,
    wide: true,
  },
  {
    id: 'product',
    title: t('policies.product'),
    value: ({ productName }) => productName,
    width: '150px',
    wide: true,
  },
  {
    id: 'standing',
    title: t('policies.state'),
    value: ({ standing }) => standingText(standing),
    cell: ({ standing }) => <StandingBadge standing={standing} />,
    width: '180px',
  },
  { id: 'effectiveDate', title: t('policies.effective'), sort: 'effectiveDate', show: 'day', wide: true },
  { id: 'expirationDate', title: t('policies.expires'), sort: 'expirationDate', show: 'day', isExtra: true },
  { id: 'price', title: t('policies.price'), value: priceOf, show: 'money', width: '110px', wide: true },
  { id: 'premium', title: t('policies.premium'), sort: 'premium', show: 'money', isExtra: true },
  { id: 'taxesAndFees', title: t('policies.taxesAndFees'), show: 'money', isExtra: true },
  {
    id: 'status',
    title: t('policies.paymentOf'),
    value: ({ status }) => word('paymentStatus', status),
    cell: ({ status }) => <Badge>{word('paymentStatus', status)}</Badge>,
    width: '120px',
    isExtra: true,
  },
  {
    id: 'policyState',
    title: t('policies.recordedState'),
    value: ({ policyState }) => word('policyState', policyState),
    cell: ({ policyState }) => <StateBadge policyState={policyState} />,
    width: '150px',
    isExtra: true,
  },
  {
    id: 'agency',
    title: t('policies.agency'),
    value: ({ policyMeta }) => policyMeta.agency?.name,
    isExtra: true,
  },
  { id: 'insuredState', title: t('policies.insuredState'), width: '90px', isExtra: true },
  {
    id: 'createdTimestamp',
    title: t('clients.created'),
    sort: 'createdTimestamp',
    show: 'ago',
    width: '130px',
    isExtra: true,
  },
];
