import { useState } from 'react';
import { type Clock, ioi } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { t } from '../../texts/texts.js';
import { WaitsField } from './waits-field.js';

/** Changes a clock's name and whether waits time out. Its time changes only by advancing it. */
export function ChangeClock({ clock, close }: { clock: Clock; close: () => void }) {
  const [name, setName] = useState(clock.name);
  const [waitsTimeOut, setWaits] = useState(clock.waitsTimeOut);
  const save = useAction(() => ioi.clocks.update(clock.id, { name, waitsTimeOut }), {
    done: () => t('clocks.saved', { name }),
    changes: [['clocks']],
    then: close,
  });
  return (
    <FormDialog
      title={t('clocks.change')}
      action={t('parts.save')}
      act={save}
      disabled={name.trim() === ''}
      fields={['/name']}
      close={close}
    >
      <TextField
        label={t('clocks.name')}
        value={name}
        onValue={setName}
        error={errorAt(save.error, '/name')}
      />
      <WaitsField value={waitsTimeOut} onValue={setWaits} />
    </FormDialog>
  );
}
