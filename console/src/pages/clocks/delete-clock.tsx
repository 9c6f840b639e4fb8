import { useLocation } from 'wouter';
import { type Clock, ioi } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { Confirm } from '../../parts/dialog.js';
import { t } from '../../texts/texts.js';

/** Deletes a clock with everything under it, after asking. */
export function DeleteClock({ clock, close }: { clock: Clock; close: () => void }) {
  const { id, name, clients, policies } = clock;
  const [, go] = useLocation();
  const remove = useAction(() => ioi.clocks.delete(id), {
    done: () => t('clocks.deleted', { name }),
    changes: [['clocks', 'choices'], ['clocks', 'list'], ['clients'], ['quotes'], ['policies'], ['events']],
    then: () => go('/clocks'),
  });
  return (
    <Confirm
      title={t('clocks.deleteTitle', { name })}
      action={t('clocks.delete')}
      danger
      act={remove}
      close={close}
    >
      <p>{t('clocks.deleteDetail', { clients, policies })}</p>
    </Confirm>
  );
}
