import { useLocation } from 'wouter';
import { ioi } from '../../api/client.js';
import { momentOfDay } from '../../api/clocks.js';
import { today } from '../../api/days.js';
import { useAction } from '../../api/queries.js';
import { TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useFields } from '../../parts/use-fields.js';
import { t } from '../../texts/texts.js';
import { WaitsField } from './waits-field.js';

/** Makes a clock that shows a day, and goes to its page. */
export function CreateClock({ close }: { close: () => void }) {
  const [values, field] = useFields(() => ({ name: '', businessTime: today(), waitsTimeOut: false }));
  const { name, businessTime: on } = values;
  const [, go] = useLocation();
  const create = useAction(() => ioi.clocks.create({ ...values, businessTime: momentOfDay(on) }), {
    done: () => t('clocks.created', { name }),
    changes: [['clocks']],
    then: ({ id }) => go(`/clocks/${id}`),
  });
  return (
    <FormDialog
      action={t('clocks.create')}
      act={create}
      disabled={name.trim() === '' || on === ''}
      fields={field.pointers}
      close={close}
    >
      <TextField label={t('clocks.name')} hint={t('clocks.nameHint')} {...field('name', create)} />
      <TextField
        type="date"
        label={t('clocks.firstDay')}
        hint={t('clocks.firstDayHint')}
        {...field('businessTime', create)}
      />
      <WaitsField {...field('waitsTimeOut')} />
    </FormDialog>
  );
}
