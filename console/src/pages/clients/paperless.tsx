import { ioi } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { t } from '../../texts/texts.js';

/** Whether what must be delivered to a client goes by mail, and where. */
export function Paperless({ clientId }: { clientId: string }) {
  const { data } = useRead(['clients', clientId, 'paperless'], (signal) =>
    ioi.clients.paperless(clientId, { signal }),
  );
  if (data === undefined) return '…';
  return data.consents ? t('clients.paperlessTo', { address: data.address ?? '' }) : t('clients.onPaper');
}
