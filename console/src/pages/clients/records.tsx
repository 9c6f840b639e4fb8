import { ioi, type ListedQuote, type Policy } from '../../api/client.js';
import { useList, useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Empty } from '../../parts/page.js';
import { priceOf, StandingBadge, standingText } from '../../parts/standing.js';
import { Loaded } from '../../parts/states.js';
import { ListTable, Table } from '../../parts/table.js';
import { Day, Moment, Money } from '../../parts/values.js';
import { may } from '../../session/me.js';
import { hasPage } from '../../shell/areas.js';
import { t, word } from '../../texts/texts.js';

const quoteId = ({ requestId }: ListedQuote) => requestId;
const policyId = ({ id }: Policy) => id;

/** The quotes of a client, newest first. */
export function ClientQuotes({ clientId }: { clientId: string }) {
  const query = { clientId, size: 100 };
  const list = useList(['quotes', query], (signal) => ioi.quotes.list(query, { signal }), quoteId);
  return (
    <ListTable
      label={t('quotes.title')}
      list={list}
      keyOf={quoteId}
      columns={[
        { title: t('quotes.product'), cell: ({ lineName }) => lineName },
        {
          title: t('quotes.premium'),
          cell: ({ premium }) => <Money amount={premium} />,
          align: 'end',
          width: '130px',
        },
        {
          title: t('quotes.outcome'),
          cell: ({ outcome }) => (
            <Badge tone={outcome === 'DECLINED' ? 'bad' : 'good'}>{word('quoteOutcome', outcome)}</Badge>
          ),
          width: '120px',
        },
        {
          title: t('quotes.effective'),
          cell: ({ effectiveDate }) => <Day date={effectiveDate} />,
          width: '130px',
          wide: true,
        },
        {
          title: t('quotes.made'),
          cell: ({ quoteTimestamp }) => <Moment at={quoteTimestamp} />,
          width: '190px',
          wide: true,
        },
      ]}
      to={({ requestId }) => `/quotes/${requestId}`}
      empty={<Empty>{t('quotes.none')}</Empty>}
    />
  );
}

/** The policies of a client, for those who may see them. */
export function usePoliciesOfClient(clientId: string) {
  return useRead(
    ['policies', 'of client', clientId],
    (signal) => ioi.policies.listOfClient(clientId, { signal }),
    { enabled: may('policies:read') },
  );
}

/** The policies of a client. */
export function ClientPolicies({ policies }: { policies: ReturnType<typeof usePoliciesOfClient> }) {
  return (
    <Loaded query={policies}>
      {(found) =>
        found.length === 0 ? (
          <Empty>{t('policies.none')}</Empty>
        ) : (
          <Table
            label={t('policies.title')}
            rows={found}
            keyOf={policyId}
            to={hasPage('/policies/:policyId') ? ({ id }) => `/policies/${id}` : undefined}
            columns={[
              {
                title: t('policies.number'),
                cell: ({ policyNumber }) => policyNumber,
                below: ({ standing }) => standing && standingText(standing),
              },
              { title: t('quotes.product'), cell: ({ productName }) => productName, wide: true },
              {
                title: t('policies.term'),
                cell: ({ effectiveDate, expirationDate }) => (
                  <>
                    <Day date={effectiveDate} /> – <Day date={expirationDate} />
                  </>
                ),
                width: '210px',
                wide: true,
              },
              {
                title: t('policies.state'),
                cell: ({ standing }) => standing && <StandingBadge standing={standing} />,
                width: '160px',
                wide: true,
              },
              {
                title: t('policies.premium'),
                cell: ({ premium }) => <Money amount={premium} />,
                align: 'end',
                width: '110px',
                wide: true,
              },
              {
                title: t('policies.priceWithTaxes'),
                cell: (policy) => <Money amount={priceOf(policy)} />,
                align: 'end',
                width: '170px',
              },
            ]}
          />
        )
      }
    </Loaded>
  );
}
