import { ioi, type ListedQuote, type Policy } from '../../api/client.js';
import { useList, useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Empty } from '../../parts/page.js';
import { priceOf, StandingBadge, standingText } from '../../parts/standing.js';
import { Loaded } from '../../parts/states.js';
import { ListTable, Table } from '../../parts/table.js';
import { Day } from '../../parts/values.js';
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
        { id: 'lineName', title: t('quotes.product') },
        { id: 'premium', title: t('quotes.premium'), show: 'money', width: '130px' },
        {
          title: t('quotes.outcome'),
          cell: ({ outcome }) => (
            <Badge tone={outcome === 'DECLINED' ? 'bad' : 'good'}>{word('quoteOutcome', outcome)}</Badge>
          ),
          width: '120px',
        },
        { id: 'effectiveDate', title: t('quotes.effective'), show: 'day', width: '130px', wide: true },
        { id: 'quoteTimestamp', title: t('quotes.made'), show: 'moment', wide: true },
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
                id: 'policyNumber',
                title: t('policies.number'),
                below: ({ standing }) => standing && standingText(standing),
              },
              { id: 'productName', title: t('quotes.product'), wide: true },
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
              { id: 'premium', title: t('policies.premium'), show: 'money', wide: true },
              { title: t('policies.priceWithTaxes'), value: priceOf, show: 'money', width: '170px' },
            ]}
          />
        )
      }
    </Loaded>
  );
}
