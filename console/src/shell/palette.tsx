import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useRead } from '../api/queries.js';
import { Dialog } from '../parts/dialog.js';
import { t } from '../texts/texts.js';
import { hasPage, visibleAreas } from './areas.js';
import { type Found, find, foundGroups } from './find.js';
import s from './palette.module.css';
import { keepRecent, recent } from './recent.js';

/** Goes to any page, policy, client or quote from the keyboard, and begins what people begin most. */
export function Palette({ close }: { close: () => void }) {
  const [, go] = useLocation();
  const [typed, setTyped] = useState('');
  const combobox = useCombobox({ opened: true, onDropdownClose: close });
  const { found, isSearching } = useFound(typed.trim());
  const paths = found.map(({ path }) => path).join(' ');
  // The first one is what Enter opens.
  useEffect(() => void combobox.selectFirstOption(), [paths]);
  const choose = (path: string) => {
    const chosen = found.find((each) => each.path === path);
    if (!chosen) return;
    keepRecent(chosen);
    close();
    go(chosen.path);
  };
  const groups = foundGroups
    .map((group) => [group, found.filter((each) => each.group === group)] as const)
    .filter(([, members]) => members.length > 0);
  return (
    <Dialog title={t('palette.title')} close={close}>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <Combobox.EventsTarget>
          <TextInput
            aria-label={t('palette.what')}
            placeholder={t('palette.what')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            // At once: what is typed right after its key is meant for it.
            autoFocus
            data-autofocus
          />
        </Combobox.EventsTarget>
        <Combobox.Options className={s.results} aria-label={t('palette.found')}>
          {groups.map(([group, members]) => (
            <Combobox.Group key={group} label={t(`palette.${group}`)}>
              {members.map(({ path, text, detail, state }) => (
                <Combobox.Option key={path} value={path} className={s.result}>
                  <span className={s.name}>
                    {text}
                    {detail && <span className={s.detail}>{detail}</span>}
                  </span>
                  {state && <span className={s.detail}>{state}</span>}
                </Combobox.Option>
              ))}
            </Combobox.Group>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>{t(isSearching ? 'parts.loading' : 'palette.nothing')}</Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox>
    </Dialog>
  );
}

/** What people begin most, of what the person may. */
const actions = [
  ['/sell', 'palette.newQuote'],
  ['/jobs', 'palette.startJob'],
  ['/products/check', 'palette.checkProduct'],
  ['/holds', 'palette.declareHold'],
] as const;

function useFound(typed: string): { found: Found[]; isSearching: boolean } {
  const asked = useDeferredValue(typed);
  const isAsked = asked.length >= 3;
  const { data: records = [], isFetching } = useRead(['palette', asked], (signal) => find(asked, signal), {
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  const fits = ({ text }: Found) => text.toLowerCase().includes(typed.toLowerCase());
  const begun = actions
    .filter(([path]) => hasPage(path))
    .map(([path, title]): Found => ({ path, text: t(title), group: 'actions' }))
    .filter(fits);
  const pages = visibleAreas()
    .map(({ path, title }): Found => ({ path, text: t(title), group: 'pages' }))
    // A page that an action leads to stands there.
    .filter((page) => fits(page) && !begun.some(({ path }) => path === page.path));
  const ofRecords = isAsked && typed.length >= 3 ? records : [];
  const before = typed === '' ? recent() : [];
  const isNew = ({ path }: Found) => !before.some((each) => each.path === path);
  return { found: [...before, ...[...ofRecords, ...begun, ...pages].filter(isNew)], isSearching: isFetching };
}
