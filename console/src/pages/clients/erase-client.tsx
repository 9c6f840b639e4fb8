import { useLocation } from 'wouter';
import { ioi, type ListedClient } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { Confirm } from '../../parts/dialog.js';
import { t } from '../../texts/texts.js';

/** Erases a client for good, after asking. */
export function EraseClient({ client, close }: { client: ListedClient; close: () => void }) {
  const [, go] = useLocation();
  const erase = useAction(() => ioi.clients.erase(client.clientId), {
    done: () => t('clients.erased'),
    changes: [['clients'], ['quotes'], ['policies']],
    then: () => go('/clients'),
  });
  return (
    <Confirm
      title={t('clients.eraseTitle', { name: client.clientName ?? t('clients.noName') })}
      action={t('clients.erase')}
      danger
      act={erase}
      close={close}
    >
      {t('clients.eraseDetail')}
    </Confirm>
  );
}
