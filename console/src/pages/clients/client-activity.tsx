import { useState } from 'react';
import { ioi } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { Activity } from '../../parts/activity.js';
import { Button } from '../../parts/button.js';
import { TextAreaField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { may } from '../../session/me.js';
import { t } from '../../texts/texts.js';

/** What has happened to a client, and notes on it. */
export function ClientActivity({ clientId }: { clientId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {may('clients:write') && <Button onClick={() => setOpen(true)}>{t('activity.addNote')}</Button>}
      <Activity of={{ clientId }} />
      {isOpen && <AddNote clientId={clientId} close={() => setOpen(false)} />}
    </>
  );
}

function AddNote({ clientId, close }: { clientId: string; close: () => void }) {
  const [text, setText] = useState('');
  const add = useAction(() => ioi.clients.addNote(clientId, { text: text.trim() }), {
    done: () => t('activity.noteAdded'),
    changes: [['clients', clientId]],
    then: close,
  });
  return (
    <FormDialog
      title={t('activity.addNote')}
      says={t('activity.noteSays')}
      action={t('activity.addNote')}
      disabled={text.trim() === ''}
      act={add}
      fields={['/text']}
      submit={() => add.mutate(undefined)}
      close={close}
    >
      <TextAreaField
        label={t('activity.note')}
        rows={5}
        maxLength={10_000}
        required
        value={text}
        onValue={setText}
        error={errorAt(add.error, '/text')}
      />
    </FormDialog>
  );
}
