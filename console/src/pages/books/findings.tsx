import { type Book, type BookFinding, ioi } from '../../api/client.js';
import { useList } from '../../api/queries.js';
import { Badge } from '../../parts/badge.js';
import type { Column } from '../../parts/column.js';
import { Empty, Section } from '../../parts/page.js';
import { ListTable } from '../../parts/table.js';
import { t, word } from '../../texts/texts.js';

const keyOf = ({ place, message }: BookFinding) => `${place} ${message}`;
const query = { size: 100 };

/** What is wrong in a book, by file and line; read again with each of its steps. */
export function FindingsOfBook({ book: { id, state } }: { book: Book }) {
  const list = useList(
    ['books', id, 'findings', state],
    (signal) => ioi.books.listFindings(id, query, { signal }),
    keyOf,
  );
  const columns: Column<BookFinding>[] = [
    {
      title: t('books.severity'),
      cell: ({ severity }) => (
        <Badge tone={severity === 'ERROR' ? 'bad' : 'warn'}>{word('bookSeverity', severity)}</Badge>
      ),
      width: '120px',
    },
    { id: 'place', title: t('books.place'), width: '220px' },
    { id: 'recordId', title: t('books.record'), width: '140px', wide: true },
    { id: 'message', title: t('books.message'), wide: true },
  ];
  return (
    <Section title={t('books.findings')}>
      <ListTable
        label={t('books.findings')}
        list={list}
        columns={columns.map((column, index) =>
          index === 1 ? { ...column, below: ({ message }: BookFinding) => message } : column,
        )}
        keyOf={keyOf}
        empty={<Empty>{t('books.noFindings')}</Empty>}
      />
    </Section>
  );
}
