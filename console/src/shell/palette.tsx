import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../parts/dialog.js';
import { TextField } from '../parts/field.js';
import { activeShortcuts } from '../parts/shortcuts.js';
import { t } from '../texts/texts.js';
import type { Area } from './area.js';
import { type Found, find } from './find.js';
import s from './palette.module.css';

/** Goes to any area, client, policy or quote from the keyboard. */
export function Palette({ areas, close }: { areas: readonly Area[]; close: () => void }) {
  const [, go] = useLocation();
  const field = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const results = useFound(typed.trim(), areas);
  const choose = (found: Found | undefined) => {
    if (!found) return;
    close();
    go(found.path);
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') choose(results[chosen]);
    else if (by !== undefined) setChosen((chosen + by + results.length) % Math.max(1, results.length));
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title={t('palette.title')} close={close}>
      <div ref={field}>
        <TextField
          label={t('palette.what')}
          value={typed}
          onValue={(value) => {
            setTyped(value);
            setChosen(0);
          }}
          role="combobox"
          autoComplete="off"
          onKeyDown={press}
          aria-expanded="true"
          aria-controls="found"
          aria-activedescendant={results[chosen] && `found-${chosen}`}
        />
      </div>
      <div className={s.results} id="found" role="listbox" aria-label={t('palette.found')}>
        {results.map((found, index) => (
          // The field keeps the focus and has the keys.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
          // biome-ignore lint/a11y/useFocusableInteractive: see above.
          <div
            key={found.path}
            id={`found-${index}`}
            className={s.result}
            role="option"
            aria-selected={index === chosen}
            onClick={() => choose(found)}
          >
            <span>{found.text}</span>
            <span className="quiet">{found.kind}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/** Areas by a part of their name, then records. */
function useFound(typed: string, areas: readonly Area[]): Found[] {
  const asked = useDeferredValue(typed);
  const { data: records = [] } = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) => find(asked, signal),
    placeholderData: keepPreviousData,
    enabled: asked.length >= 3,
  });
  const places = areas
    .map(({ path, title }): Found => ({ path, text: t(title), kind: t('palette.area') }))
    .filter(({ text }) => text.toLowerCase().includes(typed.toLowerCase()));
  return [...places, ...(typed.length >= 3 ? records : [])];
}

/** The keys that do something on the page in sight. */
export function KeyboardHelp({ close }: { close: () => void }) {
  const shortcuts = activeShortcuts().filter(({ says }) => says !== '');
  return (
    <Dialog title={t('keys.title')} close={close}>
      <dl className={s.keys}>
        {shortcuts.map(({ key, says }) => [
          <dt key={key}>
            <kbd>{key.replace('mod+k', 'Ctrl K / ⌘ K')}</kbd>
          </dt>,
          <dd key={`${key}-says`}>{says}</dd>,
        ])}
      </dl>
    </Dialog>
  );
}
