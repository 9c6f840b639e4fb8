import { ioi, type ListPoliciesForAttentionQuery, type PolicyForAttention } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { SelectField, TextField } from '../../parts/field.js';
import { date, oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Filters } from '../../parts/page.js';
import { ProductFilter } from '../../parts/product-filter.js';
import { StandingBadge } from '../../parts/standing.js';
import { ListTable } from '../../parts/table.js';
import { t, word } from '../../texts/texts.js';

const reasons = ['CANCELLATION_NOTICE', 'PAST_DUE', 'RENEWAL', 'REINSTATEMENT'] as const;
const filters = { reason: oneOf(...reasons), lineId: text, dueFrom: date, dueTo: date };
const idOf = ({ id }: PolicyForAttention) => id;

/** Policies under notice of cancellation, with amounts past due, or whose renewal or reinstatement waits, the most urgent first. */
export function PoliciesForAttention() {
  const [values, change] = useFilters(filters);
  const { dueFrom, dueTo, ...others } = values;
  const ofStatements = values.reason === 'PAST_DUE' && {
    ...(dueFrom && { dueFrom }),
    ...(dueTo && { dueTo }),
  };
  const query: ListPoliciesForAttentionQuery = { ...others, ...ofStatements, size: 100 };
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
        {values.reason === 'PAST_DUE' && (
          <>
            <TextField
              type="date"
              label={t('queue.dueFrom')}
              value={dueFrom ?? ''}
              onValue={(day) => change({ dueFrom: day })}
            />
            <TextField
              type="date"
              label={t('queue.dueTo')}
              value={dueTo ?? ''}
              onValue={(day) => change({ dueTo: day })}
            />
          </>
        )}
      </Filters>
      <ListTable
        label={t('queue.policies')}
        list={list}
        keyOf={idOf}
        to={({ id }) => `/policies/${id}`}
        columns={[
          { id: 'policyNumber', title: t('policies.number'), width: '130px' },
          { id: 'insuredName', title: t('queue.client'), wide: true },
          { id: 'productName', title: t('quotes.product'), wide: true, width: '160px' },
          {
            id: 'standing',
            title: t('policies.state'),
            cell: ({ standing, renewalWaits }) => (
              <span title={renewalWaits}>
                <StandingBadge standing={standing} />
              </span>
            ),
            width: '190px',
          },
          {
            title: t('queue.owedBack'),
            value: ({ reinstatementWaits }) => reinstatementWaits?.amount,
            show: 'money',
            width: '110px',
            wide: true,
          },
          { id: 'pastDueSince', title: t('queue.pastDueSince'), show: 'day', width: '140px', wide: true },
          { id: 'pastDueAmount', title: t('queue.pastDue'), show: 'money', width: '110px' },
        ]}
        empty={<Empty>{t('queue.noPolicies')}</Empty>}
      />
    </>
  );
}
