import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import { ioi, type WebhookDelivery, type WebhookEndpoint } from '../../api/client.js';
import { useAction, useList } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { SelectField } from '../../parts/field.js';
import { oneOf, text, useFilters } from '../../parts/filters.js';
import { Empty, Facts, Filters, Section } from '../../parts/page.js';
import { Loaded, Problem } from '../../parts/states.js';
import { type Column, ListTable } from '../../parts/table.js';
import { Moment } from '../../parts/values.js';
import { may } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';
import { Delivery } from './delivery.js';
import { deliveryTones } from './delivery-tones.js';
import { Within } from './failed-events.js';
import s from './queue.module.css';
import { since } from './since.js';

const states = ['FAILED', 'PENDING', 'DELIVERED', 'CANCELLED'] as const;
const filters = { state: oneOf(...states), endpointId: text, within: oneOf('1', '7', '30') };
const idOf = ({ deliveryId }: WebhookDelivery) => deliveryId;
const pollMs = 30_000;

/** Endpoints that fail, and deliveries that were not accepted. */
export function FailingWebhooks() {
  const endpoints = useQuery({
    queryKey: ['webhooks', 'endpoints'],
    queryFn: ({ signal }) => ioi.webhooks.listEndpoints({ signal }),
    refetchInterval: pollMs,
  });
  return (
    <Loaded query={endpoints}>
      {(found) => (
        <>
          {found.filter(isFailing).map((endpoint) => (
            <FailingEndpoint key={endpoint.endpointId} endpoint={endpoint} />
          ))}
          <Deliveries endpoints={found} />
        </>
      )}
    </Loaded>
  );
}

const isFailing = ({ failingSinceTimestamp, disabledReason }: WebhookEndpoint) =>
  failingSinceTimestamp !== undefined || disabledReason !== undefined;

/** An endpoint that is paused or disabled, with a test that ends a pause once it is accepted. */
function FailingEndpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { endpointId, url, failingSinceTimestamp, pausedUntilTimestamp, lastError, disabledReason } =
    endpoint;
  const test = useAction(() => ioi.webhooks.testEndpoint(endpointId), {
    done: () => t('queue.testSent'),
    changes: [['webhooks']],
  });
  return (
    <div className={s.entry}>
      <Section
        title={url}
        actions={
          may('webhooks:write') &&
          !disabledReason && (
            <Button busy={test.isPending} onClick={() => test.mutate(undefined)}>
              {t('queue.sendTest')}
            </Button>
          )
        }
      >
        <Facts
          facts={[
            [
              t('queue.endpoint'),
              disabledReason ? (
                <Badge key="state" tone="bad">
                  {t('queue.disabled')}
                </Badge>
              ) : (
                <Badge key="state" tone="warn">
                  {t('queue.failing')}
                </Badge>
              ),
            ],
            failingSinceTimestamp !== undefined && [
              t('queue.failingSince'),
              <Moment key="since" at={failingSinceTimestamp} />,
            ],
            pausedUntilTimestamp !== undefined && [
              t('queue.pausedUntil'),
              <Moment key="until" at={pausedUntilTimestamp} />,
            ],
            [t('queue.lastError'), disabledReason ?? lastError],
          ]}
        />
        {test.error && <Problem error={test.error} />}
      </Section>
    </div>
  );
}

/** The deliveries to any of the endpoints, those that failed first of all; of one alone, all. */
export function Deliveries({ endpoints, only }: { endpoints: readonly WebhookEndpoint[]; only?: string }) {
  const [values, change] = useFilters(filters);
  const { state = only ? undefined : 'FAILED', endpointId = only, within } = values;
  const [path] = useLocation();
  const [search, setSearch] = useSearchParams();
  const query = {
    ...(state && { state }),
    size: 100,
    ...(endpointId && { endpointId }),
    ...(within && { createdFrom: since(within) }),
  };
  const list = useList(
    ['webhooks', 'deliveries', query],
    (signal) => ioi.webhooks.listDeliveries(query, { signal }),
    idOf,
    { pollMs },
  );
  const urls = new Map(endpoints.map((each) => [each.endpointId, each.url]));
  const opened = search.get('delivery');
  const withDelivery = (deliveryId?: string) => {
    const after = new URLSearchParams(search);
    if (deliveryId) after.set('delivery', deliveryId);
    else after.delete('delivery');
    return after;
  };
  const columns: Column<WebhookDelivery>[] = [
    { title: t('queue.notification'), cell: ({ eventType }) => eventType },
    ...(only
      ? []
      : [
          {
            title: t('queue.endpoint'),
            cell: (each: WebhookDelivery) => urls.get(each.endpointId) ?? '–',
            wide: true,
          },
        ]),
    {
      title: t('events.state'),
      cell: (each) => <Badge tone={deliveryTones[each.state]}>{word('deliveryState', each.state)}</Badge>,
      width: '120px',
    },
    {
      title: t('events.attempts'),
      cell: ({ attempts }) => attempts,
      align: 'end',
      width: '90px',
      wide: true,
    },
    { title: t('queue.lastError'), cell: ({ lastError }) => lastError ?? '–', wide: true },
    {
      title: t('events.fired'),
      cell: ({ createdTimestamp }) => <Moment at={createdTimestamp} ago />,
      width: '140px',
      wide: true,
    },
  ];
  return (
    <Section title={t('queue.deliveries')}>
      <Filters>
        <SelectField
          label={t('events.state')}
          value={state ?? ''}
          choices={[
            ...(only ? [['', t('parts.any')] as const] : []),
            ...states.map((each) => [each, word('deliveryState', each)] as const),
          ]}
          onValue={(value) => change({ state: value })}
        />
        {!only && (
          <SelectField
            label={t('queue.endpoint')}
            value={endpointId ?? ''}
            choices={[['', t('parts.any')], ...endpoints.map((each) => [each.endpointId, each.url] as const)]}
            onValue={(value) => change({ endpointId: value })}
          />
        )}
        <Within value={within} onValue={(value) => change({ within: value })} />
      </Filters>
      <ListTable
        label={t('queue.deliveries')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ deliveryId }) => `${path}?${withDelivery(deliveryId)}`}
        empty={<Empty>{t('queue.noDeliveries')}</Empty>}
      />
      {opened && <Delivery deliveryId={opened} urls={urls} close={() => setSearch(withDelivery())} />}
    </Section>
  );
}
