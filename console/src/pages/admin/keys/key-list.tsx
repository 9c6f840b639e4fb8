import { useState } from 'react';
import { type ApiKey, ioi } from '../../../api/client.js';
import { useList } from '../../../api/queries.js';
import { Badge } from '../../../parts/badge.js';
import { Button } from '../../../parts/button.js';
import { SelectField } from '../../../parts/field.js';
import { oneOf, useFilters } from '../../../parts/filters.js';
import { Empty, Filters } from '../../../parts/page.js';
import { type Column, ListTable } from '../../../parts/table.js';
import { Moment } from '../../../parts/values.js';
import { may } from '../../../session/me.js';
import { t } from '../../../texts/texts.js';
import s from '../admin.module.css';
import { grantWords } from '../grants.js';
import { CreateKey } from './create-key.js';

const filters = { active: oneOf('true', 'false') };
const idOf = ({ apiKey }: ApiKey) => apiKey;
export const labelOf = ({ label, apiKey }: ApiKey) => label || apiKey;

export function KeyState({ apiKey: { active, revokedTimestamp } }: { apiKey: ApiKey }) {
  if (active) return <Badge tone="good">{t('admin.active')}</Badge>;
  return <Badge>{t(revokedTimestamp ? 'admin.revoked' : 'admin.expired')}</Badge>;
}

/** The API keys, the latest created first. */
export function KeyList() {
  const [values, change] = useFilters(filters);
  const [isCreating, setCreating] = useState(false);
  const query = { ...values, size: 100 };
  const list = useList(['keys', query], (signal) => ioi.administration.listApiKeys(query, { signal }), idOf);
  const columns: Column<ApiKey>[] = [
    { title: t('admin.label'), cell: labelOf },
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
    <>
      <div className={s.bar}>
        <Filters>
          <SelectField
            label={t('admin.state')}
            value={values.active ?? ''}
            choices={[
              ['', t('parts.any')],
              ['true', t('admin.active')],
              ['false', t('admin.ended')],
            ]}
            onValue={(active) => change({ active })}
          />
        </Filters>
        {may('administration:write') && (
          <Button look="main" onClick={() => setCreating(true)}>
            {t('admin.createKey')}
          </Button>
        )}
      </div>
      <ListTable
        label={t('admin.keys')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ apiKey }) => `/admin/keys/${apiKey}`}
        empty={<Empty>{t('admin.noKeys')}</Empty>}
      />
      {isCreating && <CreateKey close={() => setCreating(false)} />}
    </>
  );
}
