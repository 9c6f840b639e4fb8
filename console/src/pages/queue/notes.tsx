import { Stack } from '@mantine/core';
import { ioi, type QuoteReview } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { Notes, WriteNote } from '../../parts/notes.js';
import { Section } from '../../parts/page.js';
import { personOf } from '../../parts/quotes/decision.js';
import { Loaded, type Query } from '../../parts/states.js';
import { t } from '../../texts/texts.js';

/** The notes of underwriters, oldest first, and the field for the next one, which decides nothing. */
export function ReferralNotes({
  quoteId,
  review,
  mayWrite,
}: {
  quoteId: string;
  review: Query<QuoteReview>;
  mayWrite: boolean;
}) {
  const add = useAction((note: { text: string; mentions: string[] }) => ioi.quotes.addNote(quoteId, note), {
    done: () => t('queue.noteAdded'),
    changes: [['quotes']],
  });
  return (
    <Section title={t('queue.notes')}>
      <Stack gap={16}>
        <Loaded query={review} lines={2}>
          {({ notes }) => (
            <Notes
              none={t('queue.noNotes')}
              notes={notes.map((note) => ({
                id: note.noteId,
                text: note.text,
                at: note.createdTimestamp,
                by: personOf(note).name,
              }))}
            />
          )}
        </Loaded>
        {/* It does not wait for the notes: what is typed after its key would be heard as keys of the page. */}
        {mayWrite && <WriteNote label={t('queue.note')} act={add} />}
      </Stack>
    </Section>
  );
}
