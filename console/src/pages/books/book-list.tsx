import { type Book, ioi } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import type { Column } from '../../parts/column.js';
import { Empty, Page } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { t, word } from '../../texts/texts.js';
import { StateOfBook } from './state-of-book.js';

const idOf = ({ id }: Book) => id;
const query = { size: 100 };
const pollMs = 5_000;

/** The books that the organization has sent, the latest first. */
export function BookList() {
  const list = useList(['books', 'list'], (signal) => ioi.books.list(query, { signal }), idOf, { pollMs });
  const columns: Column<Book>[] = [
    { id: 'source', title: t('books.source') },
    { title: t('books.mode'), cell: ({ mode }) => word('bookMode', mode), width: '200px', wide: true },
    { title: t('books.state'), cell: (book) => <StateOfBook book={book} />, width: '220px' },
    { title: t('books.errors'), cell: ({ counts }) => counts.errors, align: 'end', width: '100px' },
    {
      title: t('books.warnings'),
      cell: ({ counts }) => counts.warnings,
      align: 'end',
      width: '110px',
      wide: true,
    },
    { id: 'createdTimestamp', title: t('books.sent'), show: 'ago', wide: true },
  ];
  return (
    <Page title={t('books.title')}>
      <p className="quiet">{t('books.about')}</p>
      <ListTable
        label={t('books.title')}
        list={list}
        columns={columns}
        keyOf={idOf}
        to={({ id }) => `/books/${id}`}
        empty={<Empty>{t('books.none')}</Empty>}
      />
    </Page>
  );
}
