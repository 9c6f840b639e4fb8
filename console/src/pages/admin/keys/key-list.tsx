import { type ApiKey, ioi } from '../../../api/client.js';
import { Badge } from '../../../parts/badge.js';
import type { Column } from '../../../parts/column.js';
import { Moment } from '../../../parts/values.js';
import { t } from '../../../texts/texts.js';
import { AdminList } from '../admin-list.js';
import { grantWords } from '../grants.js';
import { assistantWords } from './assistant-fields.js';
import { CreateKey } from './create-key.js';

const idOf = ({ apiKey }: ApiKey) => apiKey;
export const labelOf = ({ label, apiKey }: ApiKey) => label || apiKey;

export function KeyState({ apiKey: { active, revokedTimestamp } }: { apiKey: ApiKey }) {
  if (active) return <Badge tone="good">{t('admin.active')}</Badge>;
  return <Badge>{t(revokedTimestamp ? 'admin.revoked' : 'admin.expired')}</Badge>;
}

/** The API keys, the latest created first. */
export function KeyList() {
  const columns: Column<ApiKey>[] = [
    { title: t('admin.label'), cell: labelOf, below: assistantWords },
    { title: t('admin.key'), cell: ({ apiKey }) => <code>{apiKey}</code>, wide: true },
    { title: t('admin.roles'), cell: grantWords, wide: true },
    {
      title: t('admin.lastUsed'),
      cell: ({ lastUsedTimestamp: at }) => (at ? <Moment at={at} ago /> : t('admin.never')),
      width: '130px',
    },
    { title: t('admin.state'), cell: (apiKey) => <KeyState apiKey={apiKey} />, width: '120px' },
  ];
  return (
    <AdminList
      name="keys"
      read={(query, signal) => ioi.administration.listApiKeys(query, { signal })}
      idOf={idOf}
      columns={columns}
      ended={t('admin.ended')}
      create={t('admin.createKey')}
      Create={CreateKey}
      empty={t('admin.noKeys')}
    />
  );
}
