import type { BookAmount, BookReceiptRow } from '../../api/client.js';
import type { Column } from '../../parts/column.js';
import { Section } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { t } from '../../texts/texts.js';

const figures = ['premium', 'written', 'earned', 'billed', 'paid', 'balance'] as const;

/** What a book brought and what is here, by product, state and currency. Where they differ, both are shown. */
export function Receipt({ rows }: { rows: readonly BookReceiptRow[] }) {
  const columns: Column<BookReceiptRow>[] = [
    { id: 'product', title: t('quotes.product') },
    { title: t('books.stateOfRisk'), cell: ({ state }) => state || '–', width: '90px' },
    {
      title: t('books.policies'),
      cell: ({ policies: { brought, here } }) => both({ brought: `${brought}`, here: `${here}` }),
      align: 'end',
      width: '110px',
    },
    ...figures.map(
      (name): Column<BookReceiptRow> => ({
        title: t(`books.${name}`),
        cell: (row) => `${both(row.figures[name])} ${row.currency}`,
        align: 'end',
        wide: name !== 'written',
      }),
    ),
  ];
  return (
    <Section title={t('books.receipt')}>
      <Table
        label={t('books.receipt')}
        columns={columns}
        rows={rows}
        keyOf={({ product, state, currency }) => `${product} ${state} ${currency}`}
      />
    </Section>
  );
}

/** `11,241.15`, or `11,241.15 → 11,240.15` where what is here is not what was brought. */
const both = ({ brought, here }: BookAmount) => (brought === here ? here : `${brought} → ${here}`);
