import { ioi } from '../api/client.js';
import { useAction } from '../api/queries.js';
import { Button } from '../parts/button.js';
import { Actions, Dialog } from '../parts/dialog.js';
import { SessionList } from '../parts/sessions/session-list.js';
import { Problem } from '../parts/states.js';
import { t } from '../texts/texts.js';
import { session } from './session.js';

/** The browsers in which one is signed in. */
export function OwnSessions({ close }: { close: () => void }) {
  const everywhere = useAction(() => ioi.authentication.signOutEverywhere(), {
    then: () => void session.signOut(),
  });
  return (
    <Dialog title={t('session.sessions')} close={close} wide>
      <SessionList canEnd />
      {everywhere.error !== null && <Problem error={everywhere.error} />}
      <Actions>
        <Button look="danger" busy={everywhere.isPending} onClick={() => everywhere.mutate(undefined)}>
          {t('session.everywhere')}
        </Button>
        <Button onClick={close}>{t('session.close')}</Button>
      </Actions>
    </Dialog>
  );
}
