import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Notice } from '../../parts/notice.js';
import { answerAt } from '../../parts/questions/answer-changes.js';
import { useSettled } from '../../parts/use-settled.js';
import { t } from '../../texts/texts.js';
import type { Chosen } from './chosen.js';
import { clientsLike, contactOf } from './client-choice.js';
import type { Draft } from './draft.js';
import s from './sell.module.css';

const pauseMs = 500;
const mostShown = 3;
/** Less of an answer is in too many clients. */
const leastLength = { 'client.name': 4, 'client.phoneNumber': 7, 'client.email': 6 } as const;

/** Warns that a new client may be there already: one with the same name, phone number or mail address. */
export function SimilarClients({
  draft: { answers },
  choose,
}: {
  draft: Draft;
  choose: (client: Chosen) => void;
}) {
  const typed = Object.entries(leastLength).flatMap(([qid, least]) => {
    const text = answerAt(answers, { qid })?.trim() ?? '';
    return text.length >= least ? [text] : [];
  });
  const asked = useSettled(JSON.stringify(typed), pauseMs);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const found = useRead(
    ['clients', 'similar', asked],
    async (signal) => {
      const texts = JSON.parse(asked) as string[];
      const lists = await Promise.all(texts.map((text) => clientsLike(text, mostShown, signal)));
      return [...new Map(lists.flat().map((each) => [each.clientId, each])).values()].slice(0, mostShown);
    },
    { enabled: asked !== '[]' },
  );
  const clients = (found.data ?? []).filter(({ clientId }) => !refused.includes(clientId));
  if (asked === '[]' || clients.length === 0) return null;
  return (
    <Notice
      title={t('sell.similar')}
      actions={
        <Button
          look="plain"
          onClick={() => setRefused([...refused, ...clients.map(({ clientId }) => clientId)])}
        >
          {t('sell.somebodyElse')}
        </Button>
      }
    >
      {t('sell.similarSays')}
      <Stack component="span" gap={6} mt={8}>
        {clients.map((client) => (
          <span key={client.clientId} className={s.client}>
            <Button onClick={() => choose({ ...client, keepsTyped: true })}>
              {t('sell.useClient', { name: client.clientName ?? t('clients.noName') })}
            </Button>
            <span className="quiet">{contactOf(client)}</span>
          </span>
        ))}
      </Stack>
    </Notice>
  );
}
