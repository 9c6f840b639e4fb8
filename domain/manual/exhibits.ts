import type { ResolvedNode } from '../forms/blocks/index.js';
import type { Width } from '../forms/blocks/looks.js';
import { paragraph, table, text } from '../forms/nodes.js';
import { layOut } from '../rating/tables/laid-out.js';
import type { RatingTable } from '../rating/tables/table.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, nameWords } from '../rating/words/value-words.js';
import { Chapter } from './chapter.js';
import { answerColumn, keyColumn } from './exhibit-cells.js';
import type { ProductNames } from './product-names.js';

/** The chapter of a product's tables, each a numbered exhibit. */
export function exhibitChapter(
  number: number,
  tables: Readonly<Record<string, RatingTable>>,
  names: ProductNames,
  words: PlanWords,
): Chapter {
  const chapter = new Chapter(number, 'Exhibits');
  for (const [name, definition] of Object.entries(tables)) {
    chapter.add(`${names.exhibit(name)}: ${names.tableTitle(name)}`, () => [
      ...notes(definition).map(paragraph),
      exhibit(name, definition, names, words),
    ]);
  }
  return chapter;
}

function exhibit(name: string, definition: RatingTable, names: ProductNames, words: PlanWords): ResolvedNode {
  const { keys, columns, rows } = layOut(definition).table;
  const cellOf = (row: number) => (key: string) =>
    String(rows[row]?.[keys.findIndex((one) => one.name === key)]);
  const cells = [
    ...keys.map((key, index) =>
      keyColumn(
        key,
        rows.map((row) => row[index] ?? ''),
        {
          qidsOf: (row) => names.lookedUp(name, key.name, cellOf(row)),
          isTerm: names.isTerm(name, key.name),
          words,
        },
      ),
    ),
    ...columns.map((column, index) =>
      answerColumn(
        column,
        rows.map((row) => row[keys.length + index] ?? ''),
      ),
    ),
  ];
  const heads = [
    ...keys.map((key) => names.keyTitle(name, key.name)),
    ...columns.map((column) => capital(nameWords(column.name))),
  ];
  const narrow = cells.length <= 3 && cells.every(({ texts }) => texts.every((one) => one.length <= 30));
  const aligned = (content: string, column: number) =>
    text(content, cells[column]?.numeric ? { alignment: 'right' } : {});
  return table({
    head: [...heads.map(aligned), ...(narrow ? [''] : [])],
    rows: rows.map((_row, index) => [
      ...cells.map(({ texts }, column) => aligned(texts[index] ?? '', column)),
      ...(narrow ? [''] : []),
    ]),
    widths: narrow ? [...cells.map((): Width => 130), '*'] : cells.map(({ texts }) => widthOf(texts)),
    look: 'bands',
    ...(cells.length > 6 && { fontSize: 7.5 }),
  });
}

/** Short cells get what they need, others share the rest. */
function widthOf(texts: readonly string[]): Width {
  return texts.every((one) => one.length <= 9) ? 'auto' : '*';
}

function notes({ interpolate, hitPolicy }: RatingTable): string[] {
  return [
    ...(interpolate === undefined ? [] : ['Between two rows, the value is interpolated linearly.']),
    ...(hitPolicy === 'first' ? ['The first row that matches applies.'] : []),
  ];
}
