import type { Book, BookState } from '../../api/client.js';
import { Badge, type Tone } from '../../parts/badge.js';
import { t, word } from '../../texts/texts.js';

const tones: Record<BookState, Tone> = {
  CHECKING: 'info',
  LOADING: 'info',
  COMPARING: 'info',
  DONE: 'good',
  REFUSED: 'bad',
  FAILED: 'bad',
  CANCELED: undefined,
};

export function StateOfBook({ book: { state, recordsRead, endedTimestamp } }: { book: Book }) {
  return (
    <>
      <Badge tone={tones[state]}>{word('bookState', state)}</Badge>
      {endedTimestamp === undefined && <> {t('books.read', { n: recordsRead })}</>}
    </>
  );
}
