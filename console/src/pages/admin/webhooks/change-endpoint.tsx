import { useLocation } from 'wouter';
import { ioi, type WebhookEndpoint } from '../../../api/client.js';
import { useAction } from '../../../api/queries.js';
import { Confirm } from '../../../parts/dialog.js';
import { t } from '../../../texts/texts.js';

/** What is done to an endpoint after asking, and the texts that ask and tell. */
const changes = {
  disable: { action: 'admin.disable', says: 'admin.disableEndpointSays', done: 'admin.endpointDisabled' },
  enable: { action: 'admin.enable', says: 'admin.enableEndpointSays', done: 'admin.endpointEnabled' },
  delete: { action: 'admin.delete', says: 'admin.deleteEndpointSays', done: 'admin.endpointDeleted' },
} as const;

export type EndpointChange = keyof typeof changes;

export function ChangeEndpoint({
  endpoint: { endpointId, url },
  change,
  close,
}: {
  endpoint: WebhookEndpoint;
  change: EndpointChange;
  close: () => void;
}) {
  const [, go] = useLocation();
  const { action, says, done } = changes[change];
  const isDeletion = change === 'delete';
  const doIt = useAction<undefined, unknown>(
    () =>
      isDeletion
        ? ioi.webhooks.deleteEndpoint(endpointId)
        : ioi.webhooks.updateEndpoint(endpointId, { active: change === 'enable' }),
    {
      done: () => t(done),
      // Of one that is gone, only the lists are read again.
      changes: isDeletion ? [['webhooks', 'endpoints'], ['audit']] : [['webhooks'], ['audit']],
      then: () => (isDeletion ? go('/admin?tab=webhooks') : close()),
    },
  );
  return (
    <Confirm
      title={`${t(action)}: ${url}`}
      action={t(action)}
      danger={change !== 'enable'}
      act={doIt}
      close={close}
    >
      {t(says)}
    </Confirm>
  );
}
