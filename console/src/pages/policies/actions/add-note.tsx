import { useState } from 'react';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { NoteField, noNote, noteToSend } from '../../../parts/note-field.js';
import { t } from '../../../texts/texts.js';
import { eventAbout, type PolicyRecord } from '../record.js';

/** A note for colleagues, which both organizations of the policy see. */
export function AddNote({ record: { policy }, close }: { record: PolicyRecord; close: () => void }) {
  const { sellerOrganizationName: seller, issuingOrganizationName: issuer } = policy;
  const [note, setNote] = useState(noNote);
  const fire = useFire('POLICY_EVENT_RECORD', { done: () => t('policies.noteAdded'), then: close });
  const { text, mentions } = noteToSend(note);
  const payload = { type: 'NOTE', description: text, ...(mentions.length > 0 && { mentions }) };
  return (
    <FormDialog
      says={
        seller === issuer ? t('policies.noteOwnSays', { issuer }) : t('policies.noteSays', { seller, issuer })
      }
      action={t('policies.addNote')}
      disabled={text === ''}
      act={fire}
      fields={['/payload/description']}
      submit={() => fire.mutate(eventAbout(policy, payload))}
      close={close}
    >
      <NoteField
        label={t('policies.note')}
        rows={5}
        maxLength={10_000}
        note={note}
        onNote={setNote}
        error={errorAt(fire.error, '/payload/description')}
      />
    </FormDialog>
  );
}
