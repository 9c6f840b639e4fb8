import { useState } from 'react';
import { ioi } from '../../../api/client.js';
import { errorAt } from '../../../api/problems.js';
import { useAction } from '../../../api/queries.js';
import { CheckField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { day } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';

/** Corrects a number or first day that was wrong from the start. Each risk has to be accepted. */
export function Correct({
  record: { policy },
  what,
  close,
}: {
  record: PolicyRecord;
  what: 'number' | 'effectiveDate';
  close: () => void;
}) {
  const before = what === 'number' ? policy.policyNumber : policy.effectiveDate;
  const [value, setValue] = useState(before);
  const [accepted, setAccepted] = useState<readonly string[]>([]);
  const correct = useAction(
    () => {
      const risks = { riskOfPolicyholderConfusionAccepted: true, existingDocsRemainUnchangedAccepted: true };
      const { id: policyId } = policy;
      return what === 'number'
        ? ioi.policies.correctNumber({
            policyId,
            ...risks,
            newPolicyNumber: value.trim(),
            riskOfChangingPolicyNumberAccepted: true,
          })
        : ioi.policies.correctEffectiveDate({
            policyId,
            ...risks,
            effectiveDate: value,
            riskOfChangingPolicyEffectiveDateAccepted: true,
          });
    },
    { done: () => t('policies.corrected'), changes: [['policies']], then: close },
  );
  const pointer = what === 'number' ? '/newPolicyNumber' : '/effectiveDate';
  const risks = [
    t(what === 'number' ? 'policies.riskNumber' : 'policies.riskDate'),
    t('policies.riskConfusion'),
    t('policies.riskDocuments'),
  ];
  const title = t(what === 'number' ? 'policies.correctNumber' : 'policies.correctDate');
  const words = (text: string) => (what === 'number' ? text : day(text));
  return (
    <FormDialog
      says={
        value.trim() !== '' &&
        value !== before &&
        t(what === 'number' ? 'policies.numberSays' : 'policies.dateSays', {
          before: words(before),
          after: words(value.trim()),
        })
      }
      action={title}
      danger
      disabled={value.trim() === '' || value === before || risks.some((risk) => !accepted.includes(risk))}
      act={correct}
      fields={[pointer]}
      close={close}
    >
      <TextField
        type={what === 'number' ? 'text' : 'date'}
        label={t(what === 'number' ? 'policies.newNumber' : 'policies.newDate')}
        required
        value={value}
        onValue={setValue}
        error={errorAt(correct.error, pointer)}
      />
      {risks.map((risk) => (
        <CheckField
          key={risk}
          label={risk}
          checked={accepted.includes(risk)}
          onChecked={(checked) =>
            setAccepted([...accepted.filter((each) => each !== risk), ...(checked ? [risk] : [])])
          }
        />
      ))}
    </FormDialog>
  );
}
