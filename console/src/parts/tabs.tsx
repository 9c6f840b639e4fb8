import { useEffect, useRef } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { number } from '../texts/formats.js';
import { t } from '../texts/texts.js';
import s from './parts.module.css';

/** Of the tab before the current one. */
const edge = 24;

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
  const [path] = useLocation();
  const bar = useRef<HTMLElement>(null);
  // On a phone the tab of the address can be out of sight.
  useEffect(() => {
    const shown = bar.current?.querySelector<HTMLElement>(`[href$="tab=${current}"]`);
    bar.current?.scrollTo({ left: (shown?.offsetLeft ?? 0) - bar.current.offsetLeft - edge });
  }, [current]);
  return (
    <nav ref={bar} className={s.tabs} aria-label={t('parts.tabs')}>
      {tabs.map(([id, text, count]) => (
        <Link key={id} href={`${path}?tab=${id}`} aria-current={id === current ? 'page' : undefined}>
          {text}
          {count !== undefined && <span className={s.count}> {number(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
