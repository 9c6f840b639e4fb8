import { useState } from 'react';
import type { PolicyStatement } from '../../../api/client.js';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { day, money } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';

/** The statements whose due date can be moved. */
export const openCharges = ({ statements }: Pick<PolicyRecord, 'statements'>): PolicyStatement[] =>
  statements.filter(({ state, balance }) => balance > 0 && (state === 'DUE' || state === 'PAST_DUE'));

/** Gives the policyholder longer to pay a statement. */
export function MoveDueDate({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy } = record;
  const statements = openCharges(record);
  const [statementId, setStatement] = useState(statements[0]?.id);
  const statement = statements.find(({ id }) => id === statementId);
  const [dueDate, setDate] = useState('');
  const [reason, setReason] = useState('');
  const fire = useFire('DUE_DATE_MOVE', {
    done: () => t('policies.dueDateMoved', { date: day(dueDate) }),
    then: close,
  });
  const submit = () =>
    statement &&
    fire.mutate({
      lineId: policy.productId,
      payload: { policyId: policy.id, statementId: statement.id, dueDate, reason: reason.trim() },
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
      disabled={dueDate === '' || dueDate === statement?.dueDate || reason.trim() === ''}
      act={fire}
      fields={['/payload/dueDate', '/payload/reason']}
      submit={submit}
      close={close}
    >
      <SelectField
        label={t('policies.statement')}
        value={statementId ?? ''}
        choices={statements.map(({ id, termNumber, number, kind, balance, dueDate: due }) => [
          id,
          `${termNumber}.${number} ${word('statementKind', kind)}, ${money(balance)}, ${day(due)}`,
        ])}
        onValue={setStatement}
      />
      <TextField
        type="date"
        label={t('policies.newDueDate')}
        min={record.today}
        required
        value={dueDate}
        onValue={setDate}
        error={errorAt(fire.error, '/payload/dueDate')}
      />
      <TextField
        label={t('policies.reason')}
        required
        value={reason}
        onValue={setReason}
        error={errorAt(fire.error, '/payload/reason')}
      />
    </FormDialog>
  );
}
