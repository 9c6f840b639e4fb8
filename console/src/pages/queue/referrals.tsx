import { useLocation, useSearch } from 'wouter';
import type { ListedQuote } from '../../api/client.js';
import { Badge } from '../../parts/badge.js';
import type { Column } from '../../parts/column.js';
import { SelectField } from '../../parts/field.js';
import { useFilters } from '../../parts/filters.js';
import { Empty, Filters } from '../../parts/page.js';
import { ProductFilter } from '../../parts/product-filter.js';
import { Problem } from '../../parts/states.js';
import { ListTable } from '../../parts/table.js';
import { Moment } from '../../parts/values.js';
import { may, me } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { useAssign } from './assign.js';
import { brokenLimit } from './reasons.js';
import { referralFilters, referralId, referralPath, useReferrals } from './use-referrals.js';

/** Quotes that an underwriter has to decide on, the oldest first. */
export function Referrals() {
  const [values, change] = useFilters(referralFilters);
  const search = useSearch();
  const [, go] = useLocation();
  const list = useReferrals(values);
  const { assign } = useAssign();
  const isOwn = (quote: ListedQuote) => quote.quotingOrganizationId === me().organizationId;
  const columns: Column<ListedQuote>[] = [
    {
      title: t('queue.client'),
      cell: (quote) => quote.clientName ?? t('clients.noName'),
      below: (quote) => whyOf(quote),
    },
    { id: 'lineName', title: t('quotes.product'), width: '150px', wide: true },
    { title: t('queue.why'), cell: (quote) => whyOf(quote), width: '306px', wide: true },
    { id: 'premium', title: t('quotes.premium'), show: 'money', width: '110px', wide: true },
    {
      title: t('queue.waiting'),
      cell: ({ quoteTimestamp, waitsFor }) =>
        waitsFor === 'INFORMATION' ? (
          <Badge tone="info">{t('queue.askedSeller')}</Badge>
        ) : (
          <Moment at={quoteTimestamp} ago />
        ),
      width: '130px',
    },
    {
      title: t('queue.assignedTo'),
      cell: (quote) => (isOwn(quote) ? (quote.assignedTo?.name ?? '–') : quote.quotingOrganization),
      width: '120px',
      wide: true,
    },
  ];
  const open = (quote: ListedQuote, what = '') => {
    const filters = new URLSearchParams(search);
    if (what) filters.set('open', what);
    go(referralPath(quote.requestId, filters.toString()));
  };
  return (
    <>
      <Filters>
        <ProductFilter value={values.lineId} onValue={(lineId) => change({ lineId })} />
        <SelectField
          label={t('queue.assignedTo')}
          value={values.assignedTo ?? ''}
          choices={[
            ['', t('parts.any')],
            ['me', t('queue.me')],
            ['nobody', t('queue.nobody')],
          ]}
          onValue={(assignedTo) => change({ assignedTo })}
        />
        <SelectField
          label={t('queue.waits')}
          value={values.waitsFor ?? ''}
          choices={[
            ['', t('parts.any')],
            ...(['DECISION', 'INFORMATION'] as const).map(
              (each) => [each, t(`queue.waitsFor.${each}`)] as const,
            ),
          ]}
          onValue={(waitsFor) => change({ waitsFor })}
        />
        <SelectField
          label={t('queue.age')}
          value={values.waiting ?? ''}
          choices={[
            ['', t('parts.any')],
            ...(['1', '3', '7'] as const).map(
              (days) => [days, t('queue.days', { n: Number(days) })] as const,
            ),
          ]}
          onValue={(waiting) => change({ waiting })}
        />
      </Filters>
      {assign.error && <Problem error={assign.error} />}
      <ListTable
        label={t('queue.referrals')}
        list={list}
        columns={columns}
        keyOf={referralId}
        to={({ requestId }) => referralPath(requestId, search)}
        rowKeys={
          may('quotes:decide')
            ? [
                {
                  key: 'a',
                  says: t('queue.assignToMe'),
                  act: (quote) => isOwn(quote) && assign.mutate({ quoteId: quote.requestId }),
                },
                { key: 'd', says: t('queue.decide'), act: (quote) => isOwn(quote) && open(quote, 'decide') },
              ]
            : []
        }
        empty={<Empty>{t('queue.noReferrals')}</Empty>}
      />
    </>
  );
}

/** The limit that was broken with its value, or else what the first rule says, and how many more reasons there are. */
function whyOf({ referralReasons: [first = '–', ...more], brokenLimits: [limit] }: ListedQuote) {
  const others = more.length > 0 && <span className="quiet"> +{more.length}</span>;
  if (limit?.label === undefined) {
    return (
      <span title={first}>
        {first}
        {others}
      </span>
    );
  }
  return (
    <span title={first}>
      {limit.label} <strong className="numbers">{brokenLimit(limit)}</strong>
      {others}
    </span>
  );
}
