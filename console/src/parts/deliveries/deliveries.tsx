import { useLocation, useSearchParams } from 'wouter';
import { ioi, type WebhookDelivery, type WebhookEndpoint } from '../../api/client.js';
import { eventTitle } from '../../api/event-types.js';
import { useList } from '../../api/queries.js';
import { t, word } from '../../texts/texts.js';
import { Badge } from '../badge.js';
import type { Column } from '../column.js';
import { SelectField } from '../field.js';
import { oneOf, text, useFilters } from '../filters.js';
import { Empty, Filters, Section } from '../page.js';
import { ListTable } from '../table.js';
import { lastDays, since, Within } from '../within.js';
import { addressOf } from './address-of.js';
import { Delivery, deliveryTones } from './delivery.js';

const states = ['FAILED', 'PENDING', 'DELIVERED', 'CANCELLED'] as const;
const filters = { state: oneOf(...states), endpointId: text, within: lastDays };
const idOf = ({ deliveryId }: WebhookDelivery) => deliveryId;
const pollMs = 30_000;

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
  const urls = new Map(endpoints.map((each) => [each.endpointId, addressOf(each)]));
  const opened = search.get('delivery');
  const withDelivery = (deliveryId?: string) => {
    const after = new URLSearchParams(search);
    if (deliveryId) after.set('delivery', deliveryId);
    else after.delete('delivery');
    return after;
  };
  const columns: Column<WebhookDelivery>[] = [
    { title: t('queue.notification'), value: ({ eventType }) => eventTitle(eventType) },
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
    { id: 'attempts', title: t('events.attempts'), align: 'end', width: '90px', wide: true },
    { id: 'lastError', title: t('queue.lastError'), wide: true },
    { id: 'createdTimestamp', title: t('events.fired'), show: 'ago', wide: true },
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
            choices={[
              ['', t('parts.any')],
              ...endpoints.map((each) => [each.endpointId, addressOf(each)] as const),
            ]}
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
