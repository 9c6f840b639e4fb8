import { Decimal } from '../expression/index.js';
import type { ResolvedNode } from '../forms/blocks/index.js';
import type { Width } from '../forms/blocks/looks.js';
import { paragraph, table, text } from '../forms/nodes.js';
import { zero } from '../money/total.js';
import { rowKeys } from '../rating/tables/canonical-table.js';
import type { TableColumn } from '../rating/tables/cells.js';
import { graduation } from '../rating/tables/graduated.js';
import { layOut } from '../rating/tables/laid-out.js';
import { listedRows } from '../rating/tables/pack-rows.js';
import type { RatingTable } from '../rating/tables/table.js';
import type { PlanWords } from '../rating/words/plan-words.js';
import { capital, nameWords, numberWords } from '../rating/words/value-words.js';
import { Chapter } from './chapter.js';
import { answerColumn, type ExhibitColumn, keyColumn } from './exhibit-cells.js';
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
      ...[...acrossNote(name, definition, names), ...notes(definition), ...shownRows(definition)].map(
        paragraph,
      ),
      exhibit(name, printed(definition), names, words),
    ]);
  }
  return chapter;
}

/** The most rows of a large table that are printed: a few pages. */
const mostPrinted = 200;

/** A large table with its first rows only. */
function printed(definition: RatingTable): RatingTable {
  const { packed, ...table } = definition;
  return packed === undefined ? table : { ...table, rows: listedRows(definition, mostPrinted) };
}

function shownRows({ rows, packed }: RatingTable): string[] {
  if (packed === undefined) return [];
  const all = (rows.length + packed.count).toLocaleString('en-US');
  return [
    `The first ${mostPrinted} of ${all} rows, by their keys; \`product export --format csv\` writes all of them.`,
  ];
}

function exhibit(name: string, definition: RatingTable, names: ProductNames, words: PlanWords): ResolvedNode {
  const laidOut = withBases(definition);
  const shown = definition.across
    ? gridOf(name, definition, names, words)
    : listed(name, laidOut, names, words);
  const cells = shown.map(({ column }) => column);
  const heads = shown.map(({ head }) => head);
  const { length } = cells[0]?.texts ?? [];
  const narrow = cells.length <= 3 && cells.every(({ texts }) => texts.every((one) => one.length <= 30));
  const aligned = (content: string, column: number) =>
    text(content, cells[column]?.numeric ? { alignment: 'right' } : {});
  return table({
    head: [...heads.map(aligned), ...(narrow ? [''] : [])],
    rows: Array.from({ length }, (_row, index) => [
      ...cells.map(({ texts }, column) => aligned(texts[index] ?? '', column)),
      ...(narrow ? [''] : []),
    ]),
    widths: narrow ? [...cells.map((): Width => 130), '*'] : cells.map(({ texts }) => widthOf(texts)),
    look: 'bands',
    ...(cells.length > 6 && { fontSize: 7.5 }),
  });
}

/** A column of an exhibit with its heading. */
interface Headed {
  head: string;
  column: ExhibitColumn;
}

/** A column for each key and answer. */
function listed(name: string, definition: RatingTable, names: ProductNames, words: PlanWords): Headed[] {
  const { keys, columns, rows } = definition;
  const cellOf = (row: number) => (key: string) =>
    String(rows[row]?.[keys.findIndex((one) => one.name === key)]);
  return [
    ...keys.map((key, index) => ({
      head: names.keyTitle(name, key.name),
      column: keyColumn(
        key,
        rows.map((row) => row[index] ?? ''),
        {
          qidsOf: (row) => names.lookedUp(name, key.name, cellOf(row)),
          isTerm: names.isTerm(name, key.name),
          words,
        },
      ),
    })),
    ...columns.map((column, index) => ({
      head: capital(nameWords(column.name)),
      column: answerColumn(
        column,
        rows.map((row) => row[keys.length + index] ?? ''),
      ),
    })),
  ];
}

interface HeadedText {
  head: string;
  text: string;
}

/** The cells of a row with their headings, as the exhibit prints them. */
export function cellTexts(
  name: string,
  definition: RatingTable,
  index: number,
  names: ProductNames,
  words: PlanWords,
): { keys: HeadedText[]; answers: HeadedText[] } {
  const { packed: _, ...table } = definition;
  // Where a band begins is known from the rows around it.
  const needsAll = table.keys.some(({ match }) => match === 'upTo');
  const found = needsAll ? table : { ...table, rows: table.rows.slice(index, index + 1) };
  const laidOut = layOut(found).table;
  const columns = laidOut.columns.map((column) => ({ ...column, name: `${column.name}${perWords(table)}` }));
  const shown = table.across
    ? gridOf(name, found, names, words)
    : listed(name, { ...laidOut, columns }, names, words);
  const at = needsAll ? index : 0;
  const texts = shown.map(({ head, column }) => ({ head, text: column.texts[at] ?? '' }));
  const keys = rowKeys(table).length;
  return { keys: texts.slice(0, keys), answers: texts.slice(keys) };
}

/** A two-way table as it was written: a column for each cell across, headed by it. */
function gridOf(name: string, definition: RatingTable, names: ProductNames, words: PlanWords): Headed[] {
  const { across = [] } = definition;
  const all = listed(name, layOut(definition).table, names, words);
  const [key, answer] = all.slice(-2);
  const everyNth = ({ texts, numeric }: ExhibitColumn, from: number): ExhibitColumn => ({
    texts: texts.filter((_text, index) => index % across.length === from),
    numeric,
  });
  return [
    ...all.slice(0, -2).map(({ head, column }) => ({ head, column: everyNth(column, 0) })),
    ...across.map((_cell, place) => ({
      head: key?.column.texts[place] ?? '',
      column: everyNth(answer?.column ?? { texts: [], numeric: false }, place),
    })),
  ];
}

/** A graduated table with the base of each band before its rate. */
function withBases(definition: RatingTable): RatingTable {
  const { table, listed: written } = layOut(definition);
  if (!definition.graduated) return table;
  const bands = graduation(written);
  const { keys, columns, rows } = table;
  return {
    ...table,
    columns: columns.flatMap((column) => [
      { ...column, name: baseOf(column, columns) },
      { ...column, name: `${column.name}${perWords(definition)}` },
    ]),
    rows: rows.map((row, index) => [
      ...row.slice(0, keys.length),
      ...columns.flatMap((_, column) => [
        (bands[index]?.bases[column] ?? zero).toFixed(),
        row[keys.length + column] ?? '',
      ]),
    ]),
  };
}

function baseOf({ name }: TableColumn, columns: readonly TableColumn[]): string {
  return columns.length > 1 ? `base of ${name}` : 'base';
}

/** The units of a rate. */
function perWords({ graduated }: RatingTable): string {
  const per = Decimal.of(graduated?.per ?? 1);
  return per.equals(1) ? '' : ` per ${numberWords(per)}`;
}

/** Short cells get what they need, others share the rest. */
function widthOf(texts: readonly string[]): Width {
  return texts.every((one) => one.length <= 9) ? 'auto' : '*';
}

function acrossNote(name: string, { keys, across, graduated }: RatingTable, names: ProductNames): string[] {
  const last = keys.at(-1);
  return across && last && !graduated ? [`Across: ${names.keyTitle(name, last.name)}.`] : [];
}

function notes({ interpolate, hitPolicy, graduated, across }: RatingTable): string[] {
  const per = graduated && numberWords(Decimal.of(graduated.per));
  return [
    ...(per && !across
      ? [
          `Each band's part is charged at its rate: the base, which is what the bands below come to, and the rate per ${per} on what lies over the band's lower end.`,
        ]
      : []),
    // A grid has no column for bases.
    ...(per && across ? [`Each band's part is charged at its rate per ${per}.`] : []),
    ...(interpolate === 'linear' ? ['Between two rows, the value is interpolated linearly.'] : []),
    ...(interpolate === 'bilinear'
      ? ['Between rows and between columns, the value is interpolated linearly in both directions.']
      : []),
    ...(hitPolicy === 'first' ? ['The first row that matches applies.'] : []),
  ];
}
