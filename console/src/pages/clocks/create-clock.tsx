import { useState } from 'react';
import { useLocation } from 'wouter';
import { ioi } from '../../api/client.js';
import { momentOfDay } from '../../api/clocks.js';
import { today } from '../../api/days.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { t } from '../../texts/texts.js';
import { WaitsField } from './waits-field.js';

/** Makes a clock that shows a day, and goes to its page. */
export function CreateClock({ close }: { close: () => void }) {
  const [name, setName] = useState('');
  const [on, setOn] = useState(today);
  const [waitsTimeOut, setWaits] = useState(false);
  const [, go] = useLocation();
  const create = useAction(() => ioi.clocks.create({ name, businessTime: momentOfDay(on), waitsTimeOut }), {
    done: () => t('clocks.created', { name }),
    changes: [['clocks']],
    then: ({ id }) => go(`/clocks/${id}`),
  });
  return (
    <FormDialog
      action={t('clocks.create')}
      act={create}
      disabled={name.trim() === '' || on === ''}
      fields={['/name', '/businessTime']}
      close={close}
    >
      <TextField
        label={t('clocks.name')}
        hint={t('clocks.nameHint')}
        value={name}
        onValue={setName}
        error={errorAt(create.error, '/name')}
      />
      <TextField
        type="date"
        label={t('clocks.firstDay')}
        hint={t('clocks.firstDayHint')}
        value={on}
        onValue={setOn}
        error={errorAt(create.error, '/businessTime')}
      />
      <WaitsField value={waitsTimeOut} onValue={setWaits} />
    </FormDialog>
  );
}
