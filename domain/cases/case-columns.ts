import { suggestion } from '../ground/nearest.js';
import type { QuestionTypes } from '../questions/question-types.js';
import type { SheetCell } from '../rating/tables/cells.js';
import type { SheetRow } from '../rating/tables/sheet.js';
import { caseKeys, expectationKeys } from './case.js';
import type { CaseIssue } from './read-cases.js';

const caseColumns = caseKeys.filter((key) => key !== 'answers' && key !== 'expect' && key !== 'expiring');
const maps = ['taxesAndFees', 'values'];

type Content = { [key: string]: unknown };

/** What a column's cells are in a case: the path of each from the case on. */
export interface CaseColumn {
  path: (string | number)[];
  /** Counts from 1. */
  number: number;
}

/** The columns that the first row names; unknown names are reported. */
export function caseColumnsOf(
  header: SheetRow | undefined,
  questions: QuestionTypes,
  issues: CaseIssue[],
): CaseColumn[] {
  const seen = new Set<string>();
  return (header?.cells ?? []).flatMap((cell, index): CaseColumn[] => {
    const name = textOf(cell)?.trim();
    if (name === undefined || name === '') return [];
    const path = columnPath(name, questions);
    const place = { line: lineOf(header), column: index + 1 };
    if (typeof path === 'string') issues.push({ message: path, ...place });
    else if (seen.has(name)) issues.push({ message: `the column "${name}" is there twice`, ...place });
    seen.add(name);
    return typeof path === 'string' ? [] : [{ path, number: index + 1 }];
  });
}

const inLoop = /^(.+?)\[(\d{1,4})\]\.(.+)$/;

/** The path of a column's cells, or what is wrong with its name. */
function columnPath(name: string, questions: QuestionTypes): (string | number)[] | string {
  if (caseColumns.includes(name)) return [name];
  const [expect, key = '', ...rest] = name.split('.');
  if (expect === 'expect') {
    if (!expectationKeys.includes(key)) {
      return `"${name}" is an unknown column${suggestion(key, expectationKeys)}`;
    }
    return rest.length > 0 && maps.includes(key)
      ? ['expect', key, rest.join('.')]
      : ['expect', name.slice(7)];
  }
  if (expect === 'expiring' && key !== '') return ['expiring', name.slice(9)];
  const [, loop, index, qid] = inLoop.exec(name) ?? [];
  if (loop !== undefined && qid !== undefined) return ['answers', loop, Number(index), qid];
  if (questions.has(name)) return ['answers', name];
  const hint = suggestion(name, [...caseColumns, ...questions.keys()]);
  return `the column "${name}" is neither a question of the product nor a part of a case${hint}`;
}

/** A row's cells as a case is written. */
export function caseContent(cells: readonly SheetCell[], columns: readonly CaseColumn[]): Content {
  const content: Content = { answers: {} };
  for (const { path, number } of columns) {
    const text = textOf(cells[number - 1] ?? null);
    if (text === null) continue;
    const isMessages = path[0] === 'expect' && path[1] === 'messages';
    const value = isMessages ? text.split(',').map((code) => code.trim()) : text;
    put(content, path, value);
  }
  return content;
}

/** Sets the value at a path, with the maps and lists on the way. */
function put(content: Content, path: readonly (string | number)[], value: unknown): void {
  const [last] = path.slice(-1);
  let target: Content = content;
  path.slice(0, -1).forEach((part, depth) => {
    target[part] ??= typeof path[depth + 1] === 'number' ? [] : {};
    target = target[part] as Content;
  });
  if (last !== undefined) target[last] = value;
}

function textOf(cell: SheetCell): string | null {
  return cell === null || cell === '' ? null : String(cell);
}

/** Rows say where they are as `line 5` or `row 5`. */
export function lineOf(row: SheetRow | undefined): number {
  return Number(/\d+/.exec(row?.place ?? '')?.[0] ?? 1);
}
