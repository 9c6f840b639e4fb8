import type { PolicyStatement } from '../../../api/client.js';
import { useFire } from '../../../api/fire.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { useFields } from '../../../parts/use-fields.js';
import { day, money } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import { eventAbout, type PolicyRecord } from '../record.js';

/** The statements whose due date can be moved. */
export const openCharges = ({ statements }: Pick<PolicyRecord, 'statements'>): PolicyStatement[] =>
  statements.filter(({ state, balance }) => balance > 0 && (state === 'DUE' || state === 'PAST_DUE'));

/** Gives the policyholder longer to pay a statement. */
export function MoveDueDate({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy } = record;
  const statements = openCharges(record);
  const [values, field] = useFields(
    { statementId: statements[0]?.id ?? '', dueDate: '', reason: '' },
    '/payload',
  );
  const { dueDate, reason } = values;
  const statement = statements.find(({ id }) => id === values.statementId);
  const fire = useFire('DUE_DATE_MOVE', {
    done: () => t('policies.dueDateMoved', { date: day(dueDate) }),
    then: close,
  });
  return (
    <FormDialog
      says={
        statement &&
        dueDate !== '' &&
        t('policies.moveSays', {
          amount: money(statement.balance),
          from: day(statement.dueDate),
          to: day(dueDate),
        })
      }
      action={t('policies.moveDueDate')}
      disabled={!statement || dueDate === '' || dueDate === statement.dueDate || reason.trim() === ''}
      act={fire}
      fields={field.pointers}
      submit={() => fire.mutate(eventAbout(policy, { ...values, reason: reason.trim() }))}
      close={close}
    >
      <SelectField
        label={t('policies.statement')}
        choices={statements.map(({ id, termNumber, number, kind, balance, dueDate: due }) => [
          id,
          `${termNumber}.${number} ${word('statementKind', kind)}, ${money(balance)}, ${day(due)}`,
        ])}
        {...field('statementId', fire)}
      />
      <TextField
        type="date"
        label={t('policies.newDueDate')}
        min={record.today}
        required
        {...field('dueDate', fire)}
      />
      <TextField label={t('policies.reason')} required {...field('reason', fire)} />
    </FormDialog>
  );
}
