import { ActionIcon, HoverCard } from '@mantine/core';
import type { en } from '../texts/en.js';
import { t } from '../texts/texts.js';
import s from './help.module.css';

/** A word that the glossary explains. */
export type Term = keyof typeof en.glossary;

/** What a word of the trade means: a small “?” beside it, which opens by pointer, finger and keyboard. */
export function Help({ term }: { term: Term }) {
  const title = t(`glossary.${term}.title`);
  return (
    <HoverCard width={280} openDelay={150} events={{ touch: true }} role="tooltip">
      <HoverCard.Target>
        <ActionIcon className={s.mark} variant="default" aria-label={t('parts.whatIs', { term: title })}>
          ?
        </ActionIcon>
      </HoverCard.Target>
      <HoverCard.Dropdown className={s.card}>
        <strong>{title}</strong>
        <span>{t(`glossary.${term}.means`)}</span>
      </HoverCard.Dropdown>
    </HoverCard>
  );
}
