import { type ApiKey, ioi } from '../../../api/client.js';
import { useAction } from '../../../api/queries.js';
import { Confirm } from '../../../parts/dialog.js';
import { ago } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import { labelOf } from './key-list.js';

/** Revokes a key for good, after asking. */
export function RevokeKey({ found, close }: { found: ApiKey; close: () => void }) {
  const { apiKey, lastUsedTimestamp: used } = found;
  const label = labelOf(found);
  const revoke = useAction(() => ioi.administration.revokeApiKey(apiKey), {
    done: () => t('admin.revokedDone', { label }),
    changes: [['keys'], ['audit']],
    then: close,
  });
  return (
    <Confirm
      title={`${t('admin.revoke')}: ${label}`}
      action={t('admin.revoke')}
      danger
      act={revoke}
      close={close}
    >
      <p>{t('admin.revokeSays')}</p>
      <p>{used ? t('admin.wasUsed', { when: ago(used) }) : t('admin.neverUsed')}</p>
    </Confirm>
  );
}
