import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ioi, type ListedClient } from '../../api/client.js';
import { Button } from '../../parts/button.js';
import { SearchField } from '../../parts/field.js';
import { Problem } from '../../parts/states.js';
import { t } from '../../texts/texts.js';
import type { Draft } from './draft.js';
import s from './sell.module.css';

/** Quotes for a new client, unless an existing one is chosen, whose answers then fill the form. */
export function ClientChoice({
  draft: { clientId, clientName },
  choose,
}: {
  draft: Draft;
  choose: (client: Pick<ListedClient, 'clientId' | 'clientName'> | undefined) => void;
}) {
  const [name, setName] = useState('');
  const found = useQuery({
    queryKey: ['clients', 'named', name],
    queryFn: async ({ signal }) =>
      (await ioi.clients.list({ clientName: name, size: 8 }, { signal })).content,
    enabled: name.length >= 3,
  });
  if (clientId !== undefined) {
    return (
      <p className={s.client}>
        <span>{t('sell.forClient', { name: clientName ?? t('clients.noName') })}</span>
        <Button look="plain" onClick={() => choose(undefined)}>
          {t('sell.newClient')}
        </Button>
      </p>
    );
  }
  return (
    <>
      <SearchField label={t('sell.existing')} hint={t('sell.existingHint')} value={name} onValue={setName} />
      {found.error && <Problem error={found.error} retry={() => void found.refetch()} />}
      {name.length >= 3 && found.data && (
        <ul className={s.found} aria-label={t('clients.title')}>
          {found.data.map((client) => (
            <li key={client.clientId}>
              <Button look="plain" onClick={() => choose(client)}>
                {client.clientName ?? t('clients.noName')}
              </Button>
            </li>
          ))}
          {found.data.length === 0 && <li className="quiet">{t('clients.none')}</li>}
        </ul>
      )}
    </>
  );
}
