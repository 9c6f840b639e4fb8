import { below, bindCondition, bindList, report, withinRows } from './bind.js';
import { compileText, type TextPlace } from './compile-text.js';
import type { FormScope } from './form-scope.js';
import type { Inline, Layout, LayoutNode, Table, TableRow } from './layout.js';
import type { Looks, ResolvedDocument, ResolvedNode, ResolvedRow, ResolvedRun } from './resolved.js';
import { houseStyles } from './styles.js';

/** A part of a layout, compiled: nothing, one or several parts of the document. */
type NodeWriter = (scope: FormScope) => ResolvedNode[];
type RowWriter = (scope: FormScope) => ResolvedRow[];

/** The pages of a document, filled in; what identifies the document is added by its form. */
export type ResolvedPages = Omit<ResolvedDocument, 'title' | 'author' | 'subject' | 'language' | 'createdAt'>;

/** Compiles a layout. What is wrong in it is reported with its place. */
export function compileLayout(layout: Layout, place: TextPlace): (scope: FormScope) => ResolvedPages {
  const { pageSize, orientation, margins, headerFromPage } = layout;
  const styles = { ...houseStyles, ...layout.styles };
  const known: StyledPlace = { ...place, styles: new Set(Object.keys(styles)) };
  const onEachPage = (node: LayoutNode | undefined, name: string): NodeWriter =>
    node === undefined ? () => [] : compileNode(node, { ...at(known, name), onEachPage: true });
  const header = onEachPage(layout.header, 'header');
  const footer = onEachPage(layout.footer, 'footer');
  const content = compileNodes(layout.content, at(known, 'content'));
  return (scope) => ({
    pageSize,
    orientation,
    margins,
    headerFromPage,
    styles,
    header: header(scope)[0] ?? null,
    footer: footer(scope)[0] ?? null,
    content: content(scope),
  });
}

interface StyledPlace extends TextPlace {
  styles: ReadonlySet<string>;
}

/** The place of a part, of the same kind of place. */
function at(place: StyledPlace, part: string | number): StyledPlace {
  return { ...place, ...below(place, part) };
}

function compileNodes(nodes: readonly LayoutNode[], place: StyledPlace): NodeWriter {
  const writers = nodes.map((node, index) => compileNode(node, at(place, index)));
  return (scope) => writers.flatMap((write) => write(scope));
}

function compileNode(node: LayoutNode, place: StyledPlace): NodeWriter {
  const applies = bindCondition(node.when, at(place, 'when'));
  const looks = looksOf(node, place);
  const write = compileContent(node, looks, place);
  return (scope) => {
    if (!applies(scope)) return [];
    scope.count();
    return write(scope);
  };
}

function compileContent(node: LayoutNode, looks: Looks, place: StyledPlace): NodeWriter {
  if (node.text !== undefined) {
    const runs = compileRuns(node.text, at(place, 'text'));
    return (scope) => [{ ...looks, kind: 'text', runs: runs(scope) }];
  }
  if (node.stack !== undefined) {
    const items = compileNodes(node.stack, at(place, 'stack'));
    return (scope) => [{ ...looks, kind: 'stack', items: items(scope) }];
  }
  if (node.columns !== undefined) {
    const items = compileNodes(node.columns, at(place, 'columns'));
    const gap = node.gap ?? 12;
    return (scope) => [{ ...looks, kind: 'columns', items: items(scope), gap }];
  }
  if (node.list !== undefined) {
    const items = compileNodes(node.list, at(place, 'list'));
    const ordered = node.ordered ?? false;
    return (scope) => {
      const filled = items(scope);
      return filled.length === 0 ? [] : [{ ...looks, kind: 'list', items: filled, ordered }];
    };
  }
  if (node.table !== undefined) return compileTable(node.table, looks, at(place, 'table'));
  if (node.repeat !== undefined) return compileRepeat(node, looks, place);
  const plain = plainContent(node, looks);
  return () => [plain];
}

function plainContent(node: LayoutNode, looks: Looks): ResolvedNode {
  if (node.image !== undefined) {
    const { image, imageWidth, imageHeight } = node;
    return { ...looks, kind: 'image', image, imageWidth, imageHeight };
  }
  if (node.shapes !== undefined) return { ...looks, kind: 'shapes', shapes: node.shapes };
  if (node.rule !== undefined) return { ...looks, kind: 'rule', rule: node.rule };
  return { ...looks, kind: 'space', space: node.space ?? 0 };
}

function compileRepeat(node: LayoutNode, looks: Looks, place: StyledPlace): NodeWriter {
  const alias = node.as ?? 'row';
  const list = bindList(node.repeat ?? '', at(place, 'repeat'));
  if (list === undefined) return () => [];
  const inner = { ...at(place, 'content'), ...within(place, alias, list) };
  const content = compileNodes(node.content ?? [], { ...inner, path: `${place.path}.content` });
  return (scope) => {
    const items = list.rows(scope).flatMap((row) => content(scope.within(alias, row)));
    return items.length === 0 ? [] : [{ ...looks, kind: 'stack', items }];
  };
}

function within(place: StyledPlace, alias: string, list: NonNullable<ReturnType<typeof bindList>>) {
  const { locals, loop } = withinRows(at(place, 'as'), alias, list);
  return { locals, loop };
}

function compileTable(table: Table, looks: Looks, place: StyledPlace): NodeWriter {
  const { widths, headerRows, look, breakRows } = table;
  const heads = table.rows.slice(0, headerRows);
  if (heads.some(({ repeat, when }) => repeat !== undefined || when !== undefined)) {
    report(at(place, 'rows'), 'header rows are always there: they cannot repeat or have a condition');
  }
  const rows = table.rows.map((row, index) => compileRow(row, widths.length, at(at(place, 'rows'), index)));
  return (scope) => {
    const filled = rows.flatMap((write) => write(scope));
    // A head with nothing below it says nothing.
    if (filled.length <= headerRows) return [];
    return [{ ...looks, kind: 'table', widths, headerRows, look, breakRows, rows: filled }];
  };
}

function compileRow(row: TableRow, columns: number, place: StyledPlace): RowWriter {
  const spanned = row.cells.reduce((sum, { colSpan }) => sum + (colSpan ?? 1), 0);
  if (spanned !== columns) report(place, `has ${spanned} cells where the table has ${columns} columns`);
  const { style, background } = row;
  if (style !== undefined) checkStyle(style, place);
  if (row.repeat === undefined) {
    const write = compileCells(row, place);
    return (scope) => write(scope).map((cells) => ({ cells, style, background }));
  }
  const alias = row.as ?? 'row';
  const list = bindList(row.repeat, at(place, 'repeat'));
  if (list === undefined) return () => [];
  const write = compileCells(row, { ...place, ...within(place, alias, list) });
  return (scope) =>
    list
      .rows(scope)
      .flatMap((one) => write(scope.within(alias, one)))
      .map((cells) => ({ cells, style, background }));
}

/** The cells of a row, or no row where its condition does not hold. */
function compileCells(row: TableRow, place: StyledPlace): (scope: FormScope) => ResolvedNode[][] {
  const applies = bindCondition(row.when, at(place, 'when'));
  const cells = row.cells.map((cell, index) => {
    const write = compileNode(cell, at(at(place, 'cells'), index));
    const { colSpan } = cell;
    return (scope: FormScope): ResolvedNode => {
      const parts = write(scope);
      const [only] = parts;
      if (only !== undefined && parts.length === 1) return only;
      return { kind: 'stack', items: parts, ...(colSpan !== undefined && { colSpan }) };
    };
  });
  return (scope) => (applies(scope) ? [cells.map((write) => write(scope))] : []);
}

function compileRuns(text: string | Inline[], place: StyledPlace): (scope: FormScope) => ResolvedRun[] {
  if (typeof text === 'string') return compileText(text, place);
  const writers = text.map((inline, index) => {
    const here = at(place, index);
    const applies = bindCondition(inline.when, at(here, 'when'));
    const looks = looksOf(inline, here);
    const write = compileText(inline.text, at(here, 'text'));
    return (scope: FormScope): ResolvedRun[] =>
      applies(scope) ? write(scope).map((run) => ({ ...looks, ...run })) : [];
  });
  return (scope) => writers.flatMap((write) => write(scope));
}

const lookNames = [
  'fontSize',
  'bold',
  'italics',
  'color',
  'background',
  'decoration',
  'characterSpacing',
  'alignment',
  'lineHeight',
  'margin',
  'style',
  'pageBreak',
  'keepTogether',
  'width',
  'colSpan',
] as const;

/** What of a part says how it looks; only these ever reach the renderer. */
function looksOf(part: LayoutNode | Inline, place: StyledPlace): Looks {
  const { style } = part;
  for (const name of typeof style === 'string' ? [style] : (style ?? [])) checkStyle(name, place);
  const given = lookNames.filter((name) => name in part && part[name as keyof typeof part] !== undefined);
  return Object.fromEntries(given.map((name) => [name, part[name as keyof typeof part]])) as Looks;
}

function checkStyle(name: string, place: StyledPlace): void {
  if (!place.styles.has(name)) report(at(place, 'style'), `there is no style "${name}"`);
}
