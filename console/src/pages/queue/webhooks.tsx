import { ioi, type WebhookEndpoint } from '../../api/client.js';
import { useAction, useRead } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import { Button } from '../../parts/button.js';
import { addressOf } from '../../parts/deliveries/address-of.js';
import { Deliveries } from '../../parts/deliveries/deliveries.js';
import { Facts, Panel, Section } from '../../parts/page.js';
import { Loaded, Problem } from '../../parts/states.js';
import { Moment } from '../../parts/values.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';

const pollMs = 30_000;

/** Endpoints that fail, and deliveries that were not accepted. */
export function FailingWebhooks() {
  const endpoints = useRead(['webhooks', 'endpoints'], (signal) => ioi.webhooks.listEndpoints({ signal }), {
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
  const { endpointId, failingSinceTimestamp, pausedUntilTimestamp, lastError, disabledReason } = endpoint;
  const test = useAction(() => ioi.webhooks.testEndpoint(endpointId), {
    done: () => t('queue.testSent'),
    changes: [['webhooks']],
  });
  return (
    <Panel>
      <Section
        title={addressOf(endpoint)}
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
    </Panel>
  );
}
