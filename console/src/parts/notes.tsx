import { Avatar } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { NoteField, noNote, noteToSend } from './note-field.js';
import s from './notes.module.css';
import { Problem } from './states.js';
import { Moment } from './values.js';

export interface WrittenNote {
  id: string;
  /** In bold before the text. */
  label?: string | undefined;
  text: string;
  at: string;
  by: string;
}

/** Notes as a conversation, and below them the field for the next one, where the person may write. */
export function Notes({
  notes,
  none,
  children,
}: {
  notes: readonly WrittenNote[];
  none: string;
  children?: ReactNode;
}) {
  return (
    <div className={s.notes}>
      {notes.length === 0 && <p className="quiet">{none}</p>}
      <ul>
        {notes.map(({ id, label, text, at, by }) => (
          <li key={id}>
            <Avatar size={28} name={by} color="blue" aria-hidden="true" />
            <div>
              <p className={s.by}>
                <strong>{by}</strong>{' '}
                <span className="quiet">
                  <Moment at={at} ago />
                </span>
              </p>
              {label && <strong>{label}</strong>}
              <p className={s.text}>
                <WithPeople text={text} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** A text with its mentions marked. */
export function WithPeople({ text }: { text: string }) {
  const parts = text.split(/(@\p{L}[\p{L}\p{M}\d.’'-]*(?: \p{Lu}[\p{L}\p{M}’'-]*)?)/u);
  return parts.map((part, index) =>
    part.startsWith('@') ? (
      <span key={index} className={s.mention}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** The field for a note, which is written without leaving the page. Ctrl and Enter sends it, Escape leaves it. */
export function WriteNote({
  label,
  act: { mutate, isPending, error },
}: {
  label: string;
  act: {
    mutate: (note: { text: string; mentions: string[] }, handlers: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: unknown;
  };
}) {
  const [note, setNote] = useState(noNote);
  const isEmpty = note.text.trim() === '';
  const send = () => {
    if (!isEmpty && !isPending) mutate(noteToSend(note), { onSuccess: () => setNote(noNote) });
  };
  return (
    <form
      className={s.write}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        // So that the keys of the page are heard again.
        if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
      }}
    >
      <NoteField label={label} note={note} onNote={setNote} rows={2} hidesLabel />
      {error !== null && error !== undefined && <Problem error={error} />}
      <Button type="submit" look="main" disabled={isEmpty} busy={isPending}>
        {t('tasks.note')}
      </Button>
    </form>
  );
}
