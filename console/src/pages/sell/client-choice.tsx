import { Select } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { ioi, type ListedClient } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Problem } from '../../parts/states.js';
import { useSettled } from '../../parts/use-settled.js';
import { t } from '../../texts/texts.js';
import type { Chosen } from './chosen.js';
import type { Draft } from './draft.js';
import s from './sell.module.css';

const pauseMs = 200;

/** Clients with a part of their name or mail address, or with a phone number, however it is typed. */
export const clientsLike = (text: string, size: number, signal: AbortSignal): Promise<ListedClient[]> =>
  ioi.clients.list({ anyMatch: text, size }, { signal }).then(({ content }) => content);

/** What tells clients of the same name apart. */
export const contactOf = ({ phone, email }: ListedClient): string =>
  [phone, email].filter(Boolean).join(' · ');

/** Quotes for a new client, unless an existing one is chosen, whose answers then fill the form. */
export function ClientChoice({
  draft: { clientId, clientName },
  choose,
}: {
  draft: Draft;
  choose: (client: Chosen) => void;
}) {
  const [typed, setTyped] = useState('');
  const sought = useSettled(typed.trim(), pauseMs);
  const isSought = sought.length >= 3;
  const found = useRead(['clients', 'like', sought], (signal) => clientsLike(sought, 8, signal), {
    enabled: isSought,
    placeholderData: keepPreviousData,
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
  const clients = isSought ? (found.data ?? []) : [];
  return (
    <>
      <Select
        label={t('sell.existing')}
        description={t('sell.existingHint')}
        searchable
        data={clients.map((each) => ({
          value: each.clientId,
          label: [each.clientName ?? t('clients.noName'), contactOf(each)].filter(Boolean).join(' · '),
        }))}
        // The service has found them.
        filter={({ options }) => options}
        value={null}
        searchValue={typed}
        onSearchChange={setTyped}
        onChange={(id) => {
          const client = clients.find((each) => each.clientId === id);
          if (client) choose(client);
        }}
        nothingFoundMessage={isSought && found.data ? t('clients.none') : undefined}
        rightSection={<span />}
      />
      {found.error && <Problem error={found.error} retry={() => void found.refetch()} />}
    </>
  );
}
