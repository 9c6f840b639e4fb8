import { useState } from 'react';
import { ioi, type QuoteNote } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { TextAreaField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { Section } from '../../parts/page.js';
import { personOf } from '../../parts/quotes/decision.js';
import { Moment } from '../../parts/values.js';
import { t } from '../../texts/texts.js';
import s from './queue.module.css';

/** The notes of underwriters, oldest first. */
export function Notes({ notes }: { notes: readonly QuoteNote[] }) {
  return (
    <Section title={t('queue.notes')}>
      {notes.length === 0 && <p className="quiet">{t('queue.noNotes')}</p>}
      {notes.map((note) => (
        <div key={note.noteId} className={s.entry}>
          <p>
            <strong>{personOf(note).name}</strong>{' '}
            <span className="quiet">
              <Moment at={note.createdTimestamp} />
            </span>
          </p>
          <p className={s.text}>{note.text}</p>
        </div>
      ))}
    </Section>
  );
}

/** Adds a note, which decides nothing. */
export function AddNote({ quoteId, close }: { quoteId: string; close: () => void }) {
  const [text, setText] = useState('');
  const add = useAction(() => ioi.quotes.addNote(quoteId, { text }), {
    done: () => t('queue.noteAdded'),
    changes: [['quotes']],
    then: close,
  });
  return (
    <FormDialog
      title={t('queue.addNote')}
      action={t('parts.save')}
      act={add}
      fields={['/text']}
      close={close}
    >
      <TextAreaField
        label={t('queue.note')}
        hint={t('queue.noteHint')}
        value={text}
        error={errorAt(add.error, '/text')}
        onValue={setText}
        required
      />
    </FormDialog>
  );
}
