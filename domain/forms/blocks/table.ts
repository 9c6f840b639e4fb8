import { z } from 'zod';
import { condition } from '../../expression/written.js';
import { report } from '../values/bind.js';
import { bindCondition } from '../values/bind-expression.js';
import type { FormScope } from '../values/form-scope.js';
import {
  alias,
  at,
  bindRows,
  type Compiled,
  checkStyle,
  type Fields,
  type LayoutPlace,
  type PartSchema,
} from './block.js';
import { color, type Looks, width } from './looks.js';
import type { ResolvedStack } from './stack.js';

/** A table's row; with `repeat` one for each item of a list, or each iteration of a loop. */
const tableRow = (part: PartSchema) =>
  z
    .preprocess(
      (given) => (Array.isArray(given) ? { cells: given } : given),
      z.strictObject({
        cells: z.array(part).min(1).describe('One for each column, less those that are spanned.'),
        when: condition.optional().describe('The row is shown only if this holds.'),
        repeat: z.string().optional().describe('Once for each item of a list, or iteration of a loop.'),
        as: alias.optional().describe('The name of the item or iteration.'),
        style: z.string().optional().describe('A style by name.'),
        background: color.optional().describe('The color behind the row.'),
      }),
    )
    .meta({ short: { type: 'array' } });

const contract = (part: PartSchema) => ({
  table: z
    .strictObject({
      widths: z.array(width).min(1).max(30).describe('One for each column: points, `*` or `auto`.'),
      headerRows: z.number().int().min(0).max(5).default(0).describe('Rows that are repeated on each page.'),
      look: z.enum(['lines', 'grid', 'plain', 'bands']).default('lines').describe('Its rules and tints.'),
      breakRows: z.boolean().default(false).describe('A page break may split a row.'),
      rows: z.array(tableRow(part)).min(1).describe('The rows, those of the head first.'),
    })
    .optional()
    .describe('Rows of cells.'),
});

type Table = NonNullable<Fields<typeof contract>['table']>;
type Row = Table['rows'][number];
export type TableLook = Table['look'];

/** An empty cell is an empty stack. */
type Cell<Node> = Node | (Looks & ResolvedStack<Node>);

interface ResolvedRow<Node> extends Pick<Row, 'style' | 'background'> {
  cells: Cell<Node>[];
}

export interface ResolvedTable<Node> extends Omit<Table, 'rows'> {
  kind: 'table';
  rows: ResolvedRow<Node>[];
}

/** Rows of cells, some of them repeated for each row of a list. */
export const table = {
  description: 'rows of cells; see below',
  contract,
  compile<Node>({ table }: Fields<typeof contract>, place: LayoutPlace<Node>): Compiled<ResolvedTable<Node>> {
    if (table === undefined) return undefined;
    const { rows, ...settings } = table;
    const { widths, headerRows } = settings;
    const inRows = at(at(place, 'table'), 'rows');
    const heads = rows.slice(0, headerRows);
    if (heads.some(({ repeat, when }) => repeat !== undefined || when !== undefined)) {
      report(inRows, 'header rows are always there: they cannot repeat or have a condition');
    }
    const writers = rows.map((row, index) => compileRow(row, widths.length, at(inRows, index)));
    return (scope) => {
      const filled = writers.flatMap((write) => write(scope));
      // A head without rows below it is left out.
      return filled.length <= headerRows ? undefined : { kind: 'table', ...settings, rows: filled };
    };
  },
};

function compileRow<Node>(
  row: Row,
  columns: number,
  place: LayoutPlace<Node>,
): (scope: FormScope) => ResolvedRow<Node>[] {
  const spanned = row.cells.reduce((sum, { colSpan }) => sum + (colSpan ?? 1), 0);
  if (spanned !== columns) report(place, `has ${spanned} cells where the table has ${columns} columns`);
  const { style, background, repeat, as = 'row' } = row;
  if (style !== undefined) checkStyle(style, place);
  const rows =
    repeat === undefined
      ? { inside: place, scopes: (scope: FormScope) => [scope] }
      : bindRows(repeat, as, place);
  if (rows === undefined) return () => [];
  const applies = bindCondition(row.when, at(rows.inside, 'when'));
  const cells = row.cells.map((cell, index) => compileCell(cell, at(at(rows.inside, 'cells'), index)));
  return (scope) =>
    rows
      .scopes(scope)
      .filter(applies)
      .map((one) => ({ cells: cells.map((write) => write(one)), style, background }));
}

function compileCell<Node>(
  cell: Row['cells'][number],
  place: LayoutPlace<Node>,
): (scope: FormScope) => Cell<Node> {
  const write = place.compilePart(cell, place);
  const { colSpan } = cell;
  return (scope) => write(scope) ?? { kind: 'stack', items: [], ...(colSpan !== undefined && { colSpan }) };
}
