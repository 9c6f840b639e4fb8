import { ioi, type QuoteNote } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { Notes, WriteNote } from '../../parts/notes.js';
import { Section } from '../../parts/page.js';
import { personOf } from '../../parts/quotes/decision.js';
import { t } from '../../texts/texts.js';

/** The notes of underwriters, oldest first, and the field for the next one, which decides nothing. */
export function ReferralNotes({
  quoteId,
  notes,
  mayWrite,
}: {
  quoteId: string;
  notes: readonly QuoteNote[];
  mayWrite: boolean;
}) {
  const add = useAction((note: { text: string; mentions: string[] }) => ioi.quotes.addNote(quoteId, note), {
    done: () => t('queue.noteAdded'),
    changes: [['quotes']],
  });
  const written = notes.map((note) => ({
    id: note.noteId,
    text: note.text,
    at: note.createdTimestamp,
    by: personOf(note).name,
  }));
  return (
    <Section title={t('queue.notes')}>
      <Notes notes={written} none={t('queue.noNotes')}>
        {mayWrite && <WriteNote label={t('queue.note')} act={add} />}
      </Notes>
    </Section>
  );
}
