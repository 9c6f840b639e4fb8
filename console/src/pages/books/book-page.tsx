import { useState } from 'react';
import { type Book, type BookRecords, ioi } from '../../api/client.js';
import { useAction, useRead } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { Facts, Page } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { Moment } from '../../parts/values.js';
import { t, word } from '../../texts/texts.js';
import { FindingsOfBook } from './findings.js';
import { Receipt } from './receipt.js';
import { StateOfBook } from './state-of-book.js';

const pollMs = 2_000;

/** A book that was sent, which is read again until it has ended. */
export function BookPage({ bookId }: { bookId: string }) {
  const book = useRead(['books', bookId], (signal) => ioi.books.get(bookId, { signal }), {
    refetchInterval: ({ state: { data } }) => (data?.endedTimestamp === undefined ? pollMs : false),
  });
  return <Loaded query={book}>{(found) => <BookView book={found} />}</Loaded>;
}

function BookView({ book }: { book: Book }) {
  const { source, mode, counts, receipt, failure, createdBy, createdTimestamp, endedTimestamp } = book;
  const { clients, policies, documents, ratings, errors, warnings } = counts;
  return (
    <Page
      title={source}
      beside={<StateOfBook book={book} />}
      actions={endedTimestamp === undefined && <Cancel book={book} />}
    >
      <Facts
        facts={[
          [t('books.mode'), word('bookMode', mode)],
          failure !== undefined && [t('books.failure'), failure],
          clients !== undefined && [t('books.clients'), recordsText(clients)],
          policies !== undefined && [t('books.policies'), recordsText(policies)],
          documents !== undefined && [t('books.documents'), recordsText(documents)],
          ratings !== undefined && [t('books.ratings'), t('books.ratingsSay', { ...ratings })],
          [t('books.errors'), errors],
          [t('books.warnings'), warnings],
          [t('jobs.madeBy'), String(createdBy.name ?? '–')],
          [t('books.sent'), <Moment key="sent" at={createdTimestamp} />],
          [t('jobs.ended'), <Moment key="ended" at={endedTimestamp} />],
        ]}
      />
      {receipt && <Receipt rows={receipt} />}
      <FindingsOfBook book={book} />
    </Page>
  );
}

const recordsText = ({ inBook, before, here }: BookRecords) =>
  here === undefined
    ? t('books.inBook', { inBook, before: before ?? 0 })
    : t('books.here', { inBook, before: before ?? 0, here });

function Cancel({ book: { id } }: { book: Book }) {
  const [isCanceling, setCanceling] = useState(false);
  const cancel = useAction((_: undefined) => ioi.books.cancel(id), {
    done: () => t('books.isCanceled'),
    changes: [['books']],
    then: () => setCanceling(false),
  });
  return (
    <>
      <Button look="danger" onClick={() => setCanceling(true)}>
        {t('books.cancel')}
      </Button>
      {isCanceling && (
        <Confirm danger action={t('books.cancel')} act={cancel} close={() => setCanceling(false)}>
          {t('books.cancelSays')}
        </Confirm>
      )}
    </>
  );
}
