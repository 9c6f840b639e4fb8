import { useMemo } from 'react';
import type { ProductVersionDefinition } from '../../api/client.js';
import { Badge, type Tone } from '../../parts/badge.js';
import { Empty, Section } from '../../parts/page.js';
import { PlainTable } from '../../parts/plain-table.js';
import { t } from '../../texts/texts.js';
import {
  differentTables,
  isSame,
  otherDifferences,
  type RowDifference,
  type TableDifference,
} from './differ.js';
import { shownCell } from './record.js';
import { SheetFrame } from './sheet.js';

const tones: Record<RowDifference['kind'], Tone> = { added: 'good', removed: 'bad', changed: 'warn' };
/** As many are shown beside the tables; `product diff` tells all. */
const mostOthers = 200;

/** What differs between two versions: tables cell by cell, then everything else by its place. */
export function Differences({
  before,
  after,
}: {
  before: ProductVersionDefinition;
  after: ProductVersionDefinition;
}) {
  const [tables, others] = useMemo(
    () => [differentTables(before, after), otherDifferences(before, after)] as const,
    [before, after],
  );
  if (tables.length + others.length === 0) return <Empty>{t('products.same')}</Empty>;
  return (
    <>
      {tables.map((each) => (
        <Section
          key={each.name}
          title={each.table.title ?? each.name}
          actions={<Badge tone={tones[each.kind]}>{t(`products.${each.kind}`)}</Badge>}
        >
          {each.isReshaped ? (
            <p>{t('products.reshaped')}</p>
          ) : (
            <>
              <p className="quiet">
                {each.rows.length > 0
                  ? t('products.rowsDiffer', { n: each.rows.length })
                  : t('products.reordered')}
              </p>
              {each.rows.length > 0 && <DifferentRows difference={each} />}
            </>
          )}
        </Section>
      ))}
      {others.length > 0 && (
        <Section title={t('products.otherChanges')}>
          <PlainTable
            label={t('products.otherChanges')}
            isEven
            head={[t('products.place'), t('products.before'), t('products.after')]}
            rows={others.slice(0, mostOthers).map(({ place, before: a, after: b }) => ({
              key: place,
              name: place,
              cells: [a || '–', b || '–'],
            }))}
          />
          {others.length > mostOthers && (
            <p className="quiet">{t('products.moreChanges', { n: others.length - mostOthers })}</p>
          )}
        </Section>
      )}
    </>
  );
}

function DifferentRows({ difference: { name, table, rows } }: { difference: TableDifference }) {
  const cell = ({ before, after, kind }: RowDifference, place: number) => {
    const words = (cells: RowDifference['before']) => shownCell(cells?.[place], table.keys[place]);
    if (kind === 'added') return <ins>{words(after)}</ins>;
    if (kind === 'removed') return <del>{words(before)}</del>;
    if (isSame(before?.[place], after?.[place])) return words(after);
    return (
      <span title={`${words(before)} → ${words(after)}`}>
        <del>{words(before)}</del> <ins>{words(after)}</ins>
      </span>
    );
  };
  return (
    <SheetFrame
      label={t('products.changesOf', { table: table.title ?? name })}
      table={table}
      rows={rows}
      keyOf={({ id }) => id}
      cell={cell}
      before={{
        title: t('products.change'),
        cell: ({ kind }) => <Badge tone={tones[kind]}>{t(`products.${kind}`)}</Badge>,
      }}
    />
  );
}
