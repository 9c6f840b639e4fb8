import { Button } from '../../../parts/button.js';
import { Actions, Dialog } from '../../../parts/dialog.js';
import { t } from '../../../texts/texts.js';
import type { ActionId, ActionOf } from './actions.js';
import s from './actions.module.css';

/** The actions that are rarely needed. */
export function More({
  actions,
  open,
  close,
}: {
  actions: readonly ActionOf[];
  open: (id: ActionId) => void;
  close: () => void;
}) {
  return (
    <Dialog title={t('policies.more')} close={close}>
      <div className={s.form}>
        {actions.map(({ id, title, look }) => (
          <Button key={id} look={look} onClick={() => open(id)}>
            {t(title)}
          </Button>
        ))}
      </div>
      <Actions>
        <Button onClick={close}>{t('parts.cancel')}</Button>
      </Actions>
    </Dialog>
  );
}
