import { Link } from 'wouter';
import { ioi, type WebhookDelivery, type WebhookDeliveryWithBody } from '../../api/client.js';
import { eventTitle } from '../../api/event-types.js';
import { useAction, useRead } from '../../api/queries.js';
import { may } from '../../session/me.js';
import { t, word } from '../../texts/texts.js';
import { Badge, type Tone } from '../badge.js';
import { Button } from '../button.js';
import { Actions, Dialog } from '../dialog.js';
import { JsonText } from '../json-text.js';
import { Facts } from '../page.js';
import { Loaded, Problem } from '../states.js';
import { Moment } from '../values.js';

const pendingPollMs = 2_000;

export const deliveryTones: Record<WebhookDelivery['state'], Tone> = {
  FAILED: 'bad',
  PENDING: 'info',
  DELIVERED: 'good',
  CANCELLED: undefined,
};

/** A delivery with what it says, and its resending or canceling. */
export function Delivery({
  deliveryId,
  urls,
  close,
}: {
  deliveryId: string;
  urls: ReadonlyMap<string, string>;
  close: () => void;
}) {
  const delivery = useRead(
    ['webhooks', 'delivery', deliveryId],
    (signal) => ioi.webhooks.delivery(deliveryId, { signal }),
    { refetchInterval: ({ state: { data } }) => (data?.state === 'PENDING' ? pendingPollMs : false) },
  );
  return (
    <Dialog title={t('queue.delivery')} close={close} wide>
      <Loaded query={delivery}>
        {(found) => <Shown delivery={found} url={urls.get(found.endpointId)} close={close} />}
      </Loaded>
    </Dialog>
  );
}

function Shown({
  delivery,
  url,
  close,
}: {
  delivery: WebhookDeliveryWithBody;
  url: string | undefined;
  close: () => void;
}) {
  const { deliveryId, state, attempts, lastError, lastStatus, triggerRequestId, body } = delivery;
  const changes = [['webhooks'], ['queue']];
  const resend = useAction(() => ioi.webhooks.resendDelivery(deliveryId), {
    done: () => t('queue.resent'),
    changes,
    then: close,
  });
  const cancel = useAction(() => ioi.webhooks.cancelDelivery(deliveryId), {
    done: () => t('queue.cancelled'),
    changes,
    then: close,
  });
  const error = resend.error ?? cancel.error;
  return (
    <>
      <Facts
        facts={[
          [t('queue.endpoint'), url],
          [
            t('events.state'),
            <Badge key="state" tone={deliveryTones[state]}>
              {word('deliveryState', state)}
            </Badge>,
          ],
          [t('events.attempts'), attempts],
          lastStatus !== undefined && [t('queue.lastStatus'), lastStatus],
          lastError !== undefined && [t('queue.lastError'), lastError],
          [t('queue.lastAttempt'), <Moment key="last" at={delivery.lastAttemptTimestamp} />],
          delivery.nextAttemptTimestamp !== undefined && [
            t('queue.nextAttempt'),
            <Moment key="next" at={delivery.nextAttemptTimestamp} />,
          ],
          triggerRequestId !== undefined && [
            t('events.event'),
            <Link key="event" href={`/events/${triggerRequestId}`}>
              {eventTitle(delivery.eventType)}
            </Link>,
          ],
        ]}
      />
      <JsonText label={t('queue.notification')} value={body} />
      {error && <Problem error={error} />}
      {may('webhooks:write') && (
        <p className="quiet">
          {t(state === 'PENDING' ? 'queue.resendPending' : 'queue.resendEnded', { url: url ?? '–' })}{' '}
          {state === 'PENDING' && t('queue.cancelDetail')}
        </p>
      )}
      <Actions>
        <Button onClick={close}>{t('parts.close')}</Button>
        {may('webhooks:write') && (
          <>
            {state === 'PENDING' && (
              <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
                {t('queue.cancelDelivery')}
              </Button>
            )}
            <Button look="main" busy={resend.isPending} onClick={() => resend.mutate(undefined)}>
              {t('queue.resend')}
            </Button>
          </>
        )}
      </Actions>
    </>
  );
}
