import { Tabs as MantineTabs } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { number } from '../texts/formats.js';
import { t } from '../texts/texts.js';
import s from './parts.module.css';

/** Parts of a page, one at a time; which one is in the URL as `?tab=`. The first is shown if the URL has none. */
export function useTabs<Id extends string>(ids: readonly [Id, ...Id[]]): Id {
  const [search] = useSearchParams();
  return ids.find((id) => id === search.get('tab')) ?? ids[0];
}

export function Tabs<Id extends string>({
  tabs,
  current,
}: {
  /** With how many there are, if that is known. */
  tabs: readonly (readonly [id: Id, text: string, count?: number | undefined])[];
  current: Id;
}) {
  const [path, go] = useLocation();
  const bar = useRef<HTMLDivElement>(null);
  // On a phone the tab of the address can be out of sight.
  useEffect(() => {
    const shown = bar.current?.querySelector<HTMLElement>('[data-active]');
    bar.current?.scrollTo({ left: (shown?.offsetLeft ?? 0) - 24 });
  }, [current]);
  const open = (id: string | null) => id !== current && go(`${path}?tab=${id}`);
  return (
    <MantineTabs value={current} onChange={open} activateTabWithKeyboard={false}>
      <MantineTabs.List ref={bar} className={s.tabs} aria-label={t('parts.tabs')}>
        {tabs.map(([id, text, count]) => (
          <MantineTabs.Tab key={id} value={id}>
            {text}
            {count !== undefined && <span className={s.count}> {number(count)}</span>}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
    </MantineTabs>
  );
}
