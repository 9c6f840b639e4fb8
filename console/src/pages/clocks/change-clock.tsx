import { type Clock, ioi } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useFields } from '../../parts/use-fields.js';
import { t } from '../../texts/texts.js';
import { WaitsField } from './waits-field.js';

/** Changes a clock's name and whether waits time out. Its time changes only by advancing it. */
export function ChangeClock({ clock, close }: { clock: Clock; close: () => void }) {
  const [values, field] = useFields({ name: clock.name, waitsTimeOut: clock.waitsTimeOut });
  const { name } = values;
  const save = useAction(() => ioi.clocks.update(clock.id, values), {
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
      fields={field.pointers}
      close={close}
    >
      <TextField label={t('clocks.name')} {...field('name', save)} />
      <WaitsField {...field('waitsTimeOut')} />
    </FormDialog>
  );
}
