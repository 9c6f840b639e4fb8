import { Kbd } from '@mantine/core';
import { Dialog } from '../parts/dialog.js';
import { activeShortcuts } from '../parts/shortcuts.js';
import { t } from '../texts/texts.js';
import s from './palette.module.css';

/** The keys that do something on the page in sight. */
export function KeyboardHelp({ close }: { close: () => void }) {
  const shortcuts = activeShortcuts().filter(({ says }) => says !== '');
  return (
    <Dialog title={t('keys.title')} close={close}>
      <dl className={s.keys}>
        {shortcuts.map(({ key, says }) => [
          <dt key={key}>
            <Kbd>{key.replace('mod+k', 'Ctrl K / ⌘ K')}</Kbd>
          </dt>,
          <dd key={`${key}-says`}>{says}</dd>,
        ])}
      </dl>
    </Dialog>
  );
}
