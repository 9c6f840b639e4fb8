import { ioi, type ListedQuote } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { ClockFilter } from '../../parts/clock/clock-filter.js';
import { SelectField, TextField } from '../../parts/field.js';
import { date, flag, oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Filters, Page } from '../../parts/page.js';
import { ProductFilter } from '../../parts/product-filter.js';
import { QuoteBadge } from '../../parts/quotes/quote-state.js';
import { type Column, ListTable } from '../../parts/table.js';
import { Day, Moment, Money } from '../../parts/values.js';
import { money } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';

const filters = {
  lineId: text,
  outcome: oneOf('QUOTED', 'DECLINED'),
  underReview: flag,
  // From the figures.
  type: oneOf('QUOTE'),
  bound: flag,
  createdFrom: date,
  createdTo: date,
  effectiveDateFrom: date,
  effectiveDateTo: date,
  clockId: text,
};
const idOf = ({ requestId }: ListedQuote) => requestId;

/** The quotes that the organization sees, newest first. */
export function QuoteList() {
  const [values, change] = useFilters(filters);
  const query = { ...values, size: 100 };
  const list = useList(['quotes', query], (signal) => ioi.quotes.list(query, { signal }), idOf);
  const columns: Column<ListedQuote>[] = [
    {
      title: t('queue.client'),
      cell: ({ clientName }) => clientName ?? t('clients.noName'),
      below: ({ lineName, premium }) => [lineName, premium && money(premium)].filter(Boolean).join(' · '),
    },
    { title: t('quotes.product'), cell: ({ lineName }) => lineName, wide: true },
    {
      title: t('quotes.premium'),
      cell: ({ premium }) => <Money amount={premium} />,
      align: 'end',
      width: '112px',
      wide: true,
    },
    { title: t('quotes.state'), cell: (quote) => <QuoteBadge quote={quote} />, width: '138px' },
    {
      title: t('quotes.effective'),
      cell: ({ effectiveDate }) => <Day date={effectiveDate} />,
      width: '120px',
      wide: true,
    },
    {
      title: t('quotes.quotedBy'),
      cell: ({ quotingOrganization }) => quotingOrganization,
      width: '150px',
      wide: true,
    },
    {
      title: t('quotes.made'),
      cell: ({ quoteTimestamp }) => <Moment at={quoteTimestamp} ago />,
      width: '140px',
      wide: true,
    },
  ];
  const { outcome, underReview } = values;
  return (
    <Page title={t('quotes.title')}>
      <Filters>
        <ProductFilter value={values.lineId} onValue={(lineId) => change({ lineId })} />
        <SelectField
          label={t('quotes.state')}
          value={underReview ? 'REVIEW' : (outcome ?? '')}
          choices={[
            ['', t('parts.any')],
            ['QUOTED', word('quoteOutcome', 'QUOTED')],
            ['DECLINED', word('quoteOutcome', 'DECLINED')],
            ['REVIEW', word('quoteState', 'UNDER_REVIEW')],
          ]}
          onValue={(state) =>
            change({
              outcome: state === 'REVIEW' ? undefined : state,
              underReview: state === 'REVIEW' ? 'true' : undefined,
            })
          }
        />
        <TextField
          type="date"
          label={t('quotes.effectiveFrom')}
          value={values.effectiveDateFrom ?? ''}
          onValue={(effectiveDateFrom) => change({ effectiveDateFrom })}
        />
        <TextField
          type="date"
          label={t('quotes.effectiveTo')}
          value={values.effectiveDateTo ?? ''}
          onValue={(effectiveDateTo) => change({ effectiveDateTo })}
        />
        <ClockFilter value={values.clockId} onValue={(clockId) => change({ clockId })} />
        {(values.createdFrom || values.createdTo) && (
          <>
            <TextField
              type="date"
              label={t('quotes.madeFrom')}
              value={values.createdFrom ?? ''}
              onValue={(createdFrom) => change({ createdFrom })}
            />
            <TextField
              type="date"
              label={t('quotes.madeTo')}
              value={values.createdTo ?? ''}
              onValue={(createdTo) => change({ createdTo })}
            />
          </>
        )}
        {(values.type || values.bound) && (
          <Button onClick={() => change({ type: undefined, bound: undefined })}>
            {values.bound ? t('quotes.notOnlyBound') : t('quotes.notOnlyNew')}
          </Button>
        )}
      </Filters>
      <ListTable
        label={t('quotes.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ requestId }) => `/quotes/${requestId}`}
        empty={<Empty>{t('quotes.noneMatch')}</Empty>}
      />
    </Page>
  );
}
