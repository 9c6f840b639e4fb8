import { ioi, type ListPoliciesForAttentionQuery, type PolicyForAttention } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { SelectField } from '../../parts/field.js';
import { oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Filters } from '../../parts/page.js';
import { ProductFilter } from '../../parts/product-filter.js';
import { ListTable } from '../../parts/table.js';
import { Day, Money } from '../../parts/values.js';
import { t, word } from '../../texts/texts.js';

const reasons = ['CANCELLATION_NOTICE', 'PAST_DUE', 'RENEWAL'] as const;
const filters = { reason: oneOf(...reasons), lineId: text };
const idOf = ({ id }: PolicyForAttention) => id;

/** Policies under notice of cancellation, with amounts past due, or whose renewal waits, the most urgent first. */
export function PoliciesForAttention() {
  const [values, change] = useFilters(filters);
  const query: ListPoliciesForAttentionQuery = { ...values, size: 100 };
  const list = useList(
    ['policies', 'attention', query],
    (signal) => ioi.policies.listForAttention(query, { signal }),
    idOf,
  );
  return (
    <>
      <Filters>
        <SelectField
          label={t('queue.why')}
          value={values.reason ?? ''}
          choices={[['', t('parts.any')], ...reasons.map((each) => [each, word('attention', each)] as const)]}
          onValue={(reason) => change({ reason })}
        />
        <ProductFilter value={values.lineId} onValue={(lineId) => change({ lineId })} />
      </Filters>
      <ListTable
        label={t('queue.policies')}
        list={list}
        keyOf={idOf}
        to={({ id }) => `/policies/${id}`}
        columns={[
          { title: t('policies.number'), cell: ({ policyNumber }) => policyNumber },
          { title: t('queue.client'), cell: ({ insuredName }) => insuredName ?? '–', wide: true },
          { title: t('quotes.product'), cell: ({ productName }) => productName, wide: true },
          {
            title: t('queue.cancelledOn'),
            cell: ({ cancellationNoticeOn }) => <Day date={cancellationNoticeOn} />,
            width: '120px',
          },
          {
            title: t('policies.renew'),
            cell: ({ renewalWaits }) => renewalWaits ?? '–',
            wide: true,
          },
          {
            title: t('queue.pastDueSince'),
            cell: ({ pastDueSince }) => <Day date={pastDueSince} />,
            width: '140px',
            wide: true,
          },
          {
            title: t('queue.pastDue'),
            cell: ({ pastDueAmount }) => <Money amount={pastDueAmount} />,
            align: 'end',
            width: '110px',
          },
        ]}
        empty={<Empty>{t('queue.noPolicies')}</Empty>}
      />
    </>
  );
}
