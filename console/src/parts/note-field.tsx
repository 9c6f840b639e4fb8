import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { type ChangeEvent, useRef, useState } from 'react';
import { type Colleague, ioi } from '../api/client.js';
import { useRead } from '../api/queries.js';
import { t } from '../texts/texts.js';

/** A note that is being written, and the people who were chosen after an `@`. */
export interface NoteDraft {
  text: string;
  people: readonly Colleague[];
}

export const noNote: NoteDraft = { text: '', people: [] };

/** The note as it is sent: whose name was deleted again is not mentioned. */
export const noteToSend = ({ text, people }: NoteDraft): { text: string; mentions: string[] } => ({
  text: text.trim(),
  mentions: [
    ...new Set(people.filter(({ name }) => text.includes(`@${name}`)).map(({ personId }) => personId)),
  ],
});

/** The beginning of a name after an `@` that stands before the caret; it has two words at most. */
const typedName = /(?:^|\s)@([^\s@]*(?: [^\s@]*)?)$/u;

/** A text in which `@` offers colleagues. Who is chosen is notified of the note. */
export function NoteField({
  label,
  note,
  onNote,
  error,
  rows = 4,
  maxLength = 4_000,
  hidesLabel = false,
}: {
  label: string;
  note: NoteDraft;
  onNote: (note: NoteDraft) => void;
  error?: string | undefined;
  rows?: number;
  maxLength?: number;
  /** Where the place says what it is; screen readers are told. */
  hidesLabel?: boolean;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const offered = useCombobox();
  const [typed, setTyped] = useState<string>();
  const people = useRead(
    ['colleagues', typed],
    async (signal) =>
      (await ioi.tasks.listColleagues({ size: 6, ...(typed && { search: typed }) }, { signal })).colleagues,
    { enabled: typed !== undefined, placeholderData: (before) => before },
  );
  const found = typed === undefined ? [] : (people.data ?? []);
  const change = ({ currentTarget: { value, selectionStart } }: ChangeEvent<HTMLTextAreaElement>) => {
    onNote({ ...note, text: value });
    const name = typedName.exec(value.slice(0, selectionStart))?.[1];
    setTyped(name);
    if (name === undefined) offered.closeDropdown();
    else {
      offered.openDropdown();
      offered.selectFirstOption();
    }
  };
  const choose = (personId: string) => {
    const person = found.find((each) => each.personId === personId);
    const end = area.current?.selectionStart ?? note.text.length;
    if (person === undefined || typed === undefined) return;
    const from = end - typed.length;
    const text = `${note.text.slice(0, from)}${person.name} ${note.text.slice(end)}`;
    onNote({ text, people: [...note.people, person] });
    setTyped(undefined);
    offered.closeDropdown();
    const caret = from + person.name.length + 1;
    requestAnimationFrame(() => area.current?.setSelectionRange(caret, caret));
  };
  return (
    <Combobox store={offered} onOptionSubmit={choose}>
      <Combobox.Target withKeyboardNavigation={found.length > 0} withAriaAttributes={found.length > 0}>
        <Textarea
          ref={area}
          label={hidesLabel ? undefined : label}
          aria-label={hidesLabel ? label : undefined}
          placeholder={hidesLabel ? t('parts.noteHint') : undefined}
          description={hidesLabel ? undefined : t('parts.noteHint')}
          error={error}
          rows={rows}
          maxLength={maxLength}
          value={note.text}
          onChange={change}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || found.length === 0) return;
            // The people are refused, not the field left.
            event.stopPropagation();
            setTyped(undefined);
          }}
          onBlur={() => setTyped(undefined)}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={found.length === 0}>
        <Combobox.Options aria-label={t('parts.people')}>
          {found.map(({ personId, name }) => (
            <Combobox.Option key={personId} value={personId}>
              {name}
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
