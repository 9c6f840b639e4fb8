import { useState } from 'react';
import { ioi, type WebhookEndpoint } from '../../../api/client.js';
import { eventTitle } from '../../../api/event-types.js';
import { useRead } from '../../../api/queries.js';
import { Badge } from '../../../parts/badge.js';
import { Button } from '../../../parts/button.js';
import type { Column } from '../../../parts/column.js';
import { addressOf } from '../../../parts/deliveries/address-of.js';
import { Empty } from '../../../parts/page.js';
import { Loaded } from '../../../parts/states.js';
import { Table } from '../../../parts/table.js';
import { may } from '../../../session/me.js';
import { t } from '../../../texts/texts.js';
import s from '../admin.module.css';
import { EndpointForm } from './endpoint-form.js';

const idOf = ({ endpointId }: WebhookEndpoint) => endpointId;

export function EndpointState({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { active, disabledReason, failingSinceTimestamp } = endpoint;
  if (!active) return <Badge tone={disabledReason ? 'bad' : undefined}>{t('admin.disabled')}</Badge>;
  if (failingSinceTimestamp) return <Badge tone="warn">{t('queue.failing')}</Badge>;
  return <Badge tone="good">{t('admin.active')}</Badge>;
}

/** The webhook endpoints, oldest first. */
export function EndpointList() {
  const [isCreating, setCreating] = useState(false);
  const endpoints = useRead(['webhooks', 'endpoints'], (signal) => ioi.webhooks.listEndpoints({ signal }));
  const columns: Column<WebhookEndpoint>[] = [
    { title: t('admin.url'), cell: addressOf },
    { title: t('admin.description'), cell: ({ description }) => description || '–', wide: true },
    {
      title: t('admin.eventTypes'),
      cell: ({ eventTypes }) => eventTypes.map(eventTitle).join(', ') || t('admin.allTypes'),
      wide: true,
    },
    { title: t('admin.state'), cell: (each) => <EndpointState endpoint={each} />, width: '120px' },
    { id: 'createdTimestamp', title: t('clients.created'), show: 'moment', wide: true },
  ];
  return (
    <>
      <div className={s.bar}>
        <p className="quiet">{t('admin.webhooksDetail')}</p>
        {may('webhooks:write') && (
          <Button look="main" onClick={() => setCreating(true)}>
            {t('admin.createEndpoint')}
          </Button>
        )}
      </div>
      <Loaded query={endpoints}>
        {(found) =>
          found.length === 0 ? (
            <Empty>{t('admin.noEndpoints')}</Empty>
          ) : (
            <Table
              label={t('admin.webhooks')}
              rows={found}
              columns={columns}
              keyOf={idOf}
              to={({ endpointId }) => `/admin/webhooks/${endpointId}`}
            />
          )
        }
      </Loaded>
      {isCreating && <EndpointForm close={() => setCreating(false)} />}
    </>
  );
}
