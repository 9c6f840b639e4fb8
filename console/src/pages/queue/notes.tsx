import { type FormEvent, useState } from 'react';
import { ioi, type QuoteNote } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Actions, Dialog } from '../../parts/dialog.js';
import { TextAreaField } from '../../parts/field.js';
import { Section } from '../../parts/page.js';
import { Problem } from '../../parts/states.js';
import { Moment } from '../../parts/values.js';
import { t } from '../../texts/texts.js';
import { personOf } from './decisions.js';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(undefined);
  };
  const atText = errorAt(add.error, '/text');
  return (
    <Dialog title={t('queue.addNote')} close={close}>
      <form onSubmit={submit} style={{ display: 'grid', gap: 16 }}>
        <TextAreaField
          label={t('queue.note')}
          hint={t('queue.noteHint')}
          value={text}
          error={atText}
          onValue={setText}
          required
        />
        {add.error && !atText && <Problem error={add.error} />}
        <Actions>
          <Button onClick={close}>{t('parts.cancel')}</Button>
          <Button type="submit" look="main" busy={add.isPending}>
            {t('parts.save')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
