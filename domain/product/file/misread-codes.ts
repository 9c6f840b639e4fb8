import { type Document, isPair, isScalar, isSeq, type Scalar, visit } from 'yaml';
import { isObject } from '../../ground/json.js';

type Path = (string | number)[];

/**
 * Codes that an author wrote without quotes, and that YAML reads as other numbers: `0123` as 123, `12E4` as
 * 120000, `0x1A` as 26, a code of twenty digits rounded; and `722.10` as 722.1 in a column of texts.
 */
export function misreadCodes(document: Document, content: unknown): { message: string; path: Path }[] {
  const isText = textCells(content);
  const found: { message: string; path: Path }[] = [];
  visit(document, {
    Scalar: (key, node, ancestors) => {
      const { value, source } = node;
      if (typeof value !== 'number' || source === undefined || source === String(value)) return;
      const path = pathOf(key, node, ancestors);
      if (!isOtherNumber(source, value) && !isText(path)) return;
      const message = `${source} is read as the number ${value}: put a code in quotes, "${source}"`;
      found.push({ message, path });
    },
  });
  return found;
}

function isOtherNumber(source: string, value: number): boolean {
  return /^[-+]?0[\dxo]|e|inf|nan/i.test(source) || (Number.isInteger(value) && !Number.isSafeInteger(value));
}

/** Whether a path is that of a cell in a table's key or column of texts. */
function textCells(content: unknown): (path: Path) => boolean {
  const tables = isObject(content) && isObject(content.tables) ? content.tables : {};
  const columns = new Map(
    Object.entries(tables).map(([name, table]) => {
      const { keys, columns, across } = isObject(table) ? table : {};
      const [ofKeys, answers] = [areTexts(keys, 'text'), areTexts(columns, 'number')];
      if (!Array.isArray(across)) return [name, { ofRows: [...ofKeys, ...answers], across: false }] as const;
      const inGrid = across.map(() => answers[0] ?? false);
      return [name, { ofRows: [...ofKeys.slice(0, -1), ...inGrid], across: ofKeys.at(-1) === true }] as const;
    }),
  );
  return ([part, table, list, row, place]) => {
    const found = part === 'tables' ? columns.get(String(table)) : undefined;
    if (list === 'across') return found?.across === true && row !== undefined;
    return list === 'rows' && found?.ofRows[Number(place)] === true;
  };
}

function areTexts(columns: unknown, usual: 'text' | 'number'): boolean[] {
  return (Array.isArray(columns) ? columns : []).map((column: unknown) => {
    const { type = usual, match = 'exact' } = isObject(column) ? column : {};
    return type === 'text' && match === 'exact';
  });
}

/** The keys and positions that lead to a scalar. */
function pathOf(key: unknown, node: Scalar, ancestors: readonly unknown[]): Path {
  const path = ancestors.flatMap((ancestor, index): Path => {
    if (isPair(ancestor)) return [isScalar(ancestor.key) ? String(ancestor.key.value) : ''];
    return isSeq(ancestor) ? [ancestor.items.indexOf(ancestors[index + 1] ?? node)] : [];
  });
  // The key of a pair is a scalar, too: the pair has it.
  return key === 'key' ? path.slice(0, -1).concat(String(node.value)) : path;
}
