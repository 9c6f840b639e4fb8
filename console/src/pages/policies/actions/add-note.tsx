import { useState } from 'react';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { TextAreaField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { t } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';

/** A note for colleagues, which both organizations of the policy see. */
export function AddNote({ record: { policy }, close }: { record: PolicyRecord; close: () => void }) {
  const [label, setLabel] = useState('');
  const [description, setDescription] = useState('');
  const fire = useFire('POLICY_EVENT_RECORD', {
    done: () => t('policies.noteAdded'),
    then: close,
  });
  const submit = () =>
    fire.mutate({
      lineId: policy.productId,
      payload: {
        policyId: policy.id,
        type: 'NOTE',
        ...(label.trim() && { label: label.trim() }),
        description: description.trim(),
      },
    });
  return (
    <FormDialog
      title={t('policies.addNote')}
      says={t('policies.noteSays', {
        seller: policy.sellerOrganizationName,
        issuer: policy.issuingOrganizationName,
      })}
      action={t('policies.addNote')}
      disabled={description.trim() === ''}
      act={fire}
      fields={['/payload/label', '/payload/description']}
      submit={submit}
      close={close}
    >
      <TextField
        label={t('policies.noteLabel')}
        value={label}
        maxLength={255}
        onValue={setLabel}
        error={errorAt(fire.error, '/payload/label')}
      />
      <TextAreaField
        label={t('policies.note')}
        rows={5}
        maxLength={10_000}
        required
        value={description}
        onValue={setDescription}
        error={errorAt(fire.error, '/payload/description')}
      />
    </FormDialog>
  );
}
