import { ioi } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { Activity } from '../../parts/activity.js';
import { WriteNote } from '../../parts/notes.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';

/** What has happened to a client, and notes on it. */
export function ClientActivity({ clientId }: { clientId: string }) {
  const add = useAction((note: { text: string; mentions: string[] }) => ioi.clients.addNote(clientId, note), {
    done: () => t('activity.noteAdded'),
    changes: [['clients', clientId]],
  });
  return (
    <>
      {may('clients:write') && <WriteNote label={t('activity.note')} act={add} />}
      <Activity of={{ clientId }} />
    </>
  );
}
