import { useMemo } from 'react';
import { ioi, type ListedQuote, type ListQuotesQuery } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { type DataColumn, DataTable } from '../../parts/data-table/data-table.js';
import { choiceFilter, dateFilter, flagFilter, type ListFilter } from '../../parts/data-table/filter.js';
import { useClockFilter, useProductFilter } from '../../parts/data-table/shared-filters.js';
import { date, flag, oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Page } from '../../parts/page.js';
import { QuoteBadge, quoteStateOf } from '../../parts/quotes/quote-state.js';
import { priceOf } from '../../parts/standing.js';
import { money } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';

const filters = {
  clientName: text,
  lineId: text,
  outcome: oneOf('QUOTED', 'DECLINED'),
  underReview: flag,
  type: oneOf('QUOTE'),
  bound: flag,
  createdFrom: date,
  createdTo: date,
  effectiveDateFrom: date,
  effectiveDateTo: date,
  clockId: text,
  sort: oneOf('quoteTimestamp'),
};
const idOf = ({ requestId }: ListedQuote) => requestId;

/** The quotes that the organization sees, newest first. */
export function QuoteList() {
  const [values, change] = useFilters(filters);
  // The service refuses shorter names.
  const { sort, clientName = '', ...others } = values;
  const query: ListQuotesQuery = {
    ...others,
    ...(clientName.trim().length >= 3 && { clientName }),
    ...(sort && { oldestFirst: true }),
    size: 100,
  };
  const list = useList(['quotes', query], (signal) => ioi.quotes.list(query, { signal }), idOf);
  const { first } = list;
  const columns = useMemo(columnsOfQuotes, []);
  return (
    <Page title={t('quotes.title')}>
      <DataTable
        name="quotes"
        label={t('quotes.title')}
        list={list}
        all={(signal) => ioi.quotes.list({ ...query, size: 1_000 }, { signal })}
        columns={columns}
        keyOf={idOf}
        to={({ requestId }) => `/quotes/${requestId}`}
        filters={useQuoteFilters()}
        search={{ name: 'clientName', label: t('quotes.search') }}
        values={values}
        change={change}
        count={
          first &&
          (first.totalIsExact
            ? t('quotes.count', { n: first.totalElements })
            : t('quotes.countAtLeast', { n: first.totalElements }))
        }
        empty={<Empty>{t('quotes.noneMatch')}</Empty>}
      />
    </Page>
  );
}

function useQuoteFilters(): ListFilter[] {
  return [
    ...useProductFilter(),
    choiceFilter('outcome', t('quotes.outcome'), [
      ['QUOTED', word('quoteOutcome', 'QUOTED')],
      ['DECLINED', word('quoteOutcome', 'DECLINED')],
    ]),
    flagFilter('underReview', word('quoteState', 'UNDER_REVIEW'), t('lists.yes')),
    flagFilter('bound', t('figures.bound'), t('lists.yes')),
    choiceFilter('type', t('quotes.kind'), [['QUOTE', t('quotes.newBusiness')]]),
    dateFilter('effectiveDateFrom', t('quotes.effectiveFrom')),
    dateFilter('effectiveDateTo', t('quotes.effectiveTo')),
    dateFilter('createdFrom', t('quotes.madeFrom')),
    dateFilter('createdTo', t('quotes.madeTo')),
    ...useClockFilter(),
  ];
}

/** Nothing where it was declined. */
const totalOf = ({ premium, taxesAndFees = 0 }: ListedQuote): number | undefined =>
  premium === undefined ? undefined : priceOf({ premium, taxesAndFees });

const columnsOfQuotes = (): DataColumn<ListedQuote>[] => [
  {
    id: 'client',
    title: t('queue.client'),
    value: ({ clientName }) => clientName,
    cell: ({ clientName }) => clientName ?? t('clients.noName'),
    below: (quote) => {
      const total = totalOf(quote);
      return [quote.lineName, total !== undefined && money(total)].filter(Boolean).join(' · ');
    },
  },
  {
    id: 'product',
    title: t('quotes.product'),
    value: ({ lineName }) => lineName,
    width: '140px',
    wide: true,
  },
  {
    id: 'kind',
    title: t('quotes.kind'),
    value: ({ type }) => word('quoteType', type),
    width: '130px',
    wide: true,
  },
  {
    id: 'state',
    title: t('quotes.state'),
    value: (quote) => word('quoteState', quoteStateOf(quote)),
    cell: (quote) => <QuoteBadge quote={quote} />,
    width: '130px',
  },
  { id: 'price', title: t('policies.price'), value: totalOf, show: 'money', wide: true },
  { id: 'premium', title: t('quotes.premium'), show: 'money', isExtra: true },
  { id: 'effectiveDate', title: t('quotes.effective'), show: 'day', wide: true },
  {
    id: 'quotedBy',
    title: t('quotes.quotedBy'),
    value: ({ quotingOrganization }) => quotingOrganization,
    width: '150px',
    isExtra: true,
  },
  {
    id: 'assignedTo',
    title: t('queue.assignedTo'),
    value: ({ assignedTo }) => assignedTo?.name,
    width: '150px',
    isExtra: true,
  },
  {
    id: 'quoteTimestamp',
    title: t('quotes.made'),
    sort: 'quoteTimestamp',
    show: 'ago',
    width: '130px',
    wide: true,
  },
];
