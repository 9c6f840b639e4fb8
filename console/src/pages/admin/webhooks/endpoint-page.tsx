import { useState } from 'react';
import { useLocation } from 'wouter';
import { ioi, type WebhookEndpoint } from '../../../api/client.js';
import { eventTitle } from '../../../api/event-types.js';
import { useAction, useRead } from '../../../api/queries.js';
import { Button, ButtonLink } from '../../../parts/button.js';
import { addressOf } from '../../../parts/deliveries/address-of.js';
import { Deliveries } from '../../../parts/deliveries/deliveries.js';
import { Facts, Page } from '../../../parts/page.js';
import { Loaded, Problem } from '../../../parts/states.js';
import { Moment } from '../../../parts/values.js';
import { may } from '../../../session/me.js';
import { t } from '../../../texts/texts.js';
import { auditOf } from '../audit-log.js';
import { RotateSecret } from '../rotate-secret.js';
import { ChangeEndpoint, type EndpointChange } from './change-endpoint.js';
import { EndpointForm } from './endpoint-form.js';
import { EndpointState } from './endpoint-list.js';

const pollMs = 30_000;
/** As the service has it. */
const mostHours = 168;

/** A webhook endpoint with its deliveries. */
export function EndpointPage({ endpointId }: { endpointId: string }) {
  const endpoint = useRead(
    ['webhooks', 'endpoint', endpointId],
    (signal) => ioi.webhooks.endpoint(endpointId, { signal }),
    { refetchInterval: pollMs },
  );
  return <Loaded query={endpoint}>{(found) => <Endpoint endpoint={found} />}</Loaded>;
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { endpointId, active } = endpoint;
  const address = addressOf(endpoint);
  const [path, go] = useLocation();
  const [open, setOpen] = useState<'edit' | 'rotate' | EndpointChange>();
  const test = useAction(() => ioi.webhooks.testEndpoint(endpointId), {
    done: () => t('queue.testSent'),
    changes: [['webhooks']],
    then: ({ deliveryId }) => go(`${path}?delivery=${deliveryId}`),
  });
  const close = () => setOpen(undefined);
  return (
    <Page
      title={address}
      beside={<EndpointState endpoint={endpoint} />}
      actions={
        <>
          {may('audit:read') && (
            <ButtonLink to={auditOf({ targetId: endpointId })}>{t('admin.whoChanged')}</ButtonLink>
          )}
          {may('webhooks:write') && (
            <>
              {active && (
                <Button busy={test.isPending} onClick={() => test.mutate(undefined)}>
                  {t('queue.sendTest')}
                </Button>
              )}
              <Button onClick={() => setOpen('edit')}>{t('clients.edit')}</Button>
              <Button onClick={() => setOpen('rotate')}>{t('admin.rotate')}</Button>
              <Button onClick={() => setOpen(active ? 'disable' : 'enable')}>
                {t(active ? 'admin.disable' : 'admin.enable')}
              </Button>
              <Button look="danger" onClick={() => setOpen('delete')}>
                {t('admin.delete')}
              </Button>
            </>
          )}
        </>
      }
    >
      {test.error && <Problem error={test.error} />}
      <Facts
        facts={[
          [t('admin.description'), endpoint.description || '–'],
          [t('admin.eventTypes'), endpoint.eventTypes.map(eventTitle).join(', ') || t('admin.allTypes')],
          [t('clients.created'), <Moment key="created" at={endpoint.createdTimestamp} />],
          endpoint.failingSinceTimestamp !== undefined && [
            t('queue.failingSince'),
            <Moment key="since" at={endpoint.failingSinceTimestamp} />,
          ],
          endpoint.pausedUntilTimestamp !== undefined && [
            t('queue.pausedUntil'),
            <Moment key="until" at={endpoint.pausedUntilTimestamp} />,
          ],
          endpoint.lastError !== undefined && [t('queue.lastError'), endpoint.lastError],
          endpoint.disabledReason !== undefined && [t('admin.disabledReason'), endpoint.disabledReason],
        ]}
      />
      <Deliveries endpoints={[endpoint]} only={endpointId} />
      {open === 'edit' && <EndpointForm endpoint={endpoint} close={close} />}
      {open === 'rotate' && (
        <RotateSecret
          name={address}
          hours={24}
          mostHours={mostHours}
          changes={[['webhooks'], ['audit']]}
          rotate={async (previousValidHours) =>
            (await ioi.webhooks.rotateSecret(endpointId, { previousValidHours })).secret
          }
          close={close}
        />
      )}
      {open !== undefined && open !== 'edit' && open !== 'rotate' && (
        <ChangeEndpoint endpoint={endpoint} change={open} close={close} />
      )}
    </Page>
  );
}
