import { inputsText as textOf } from '../rating/cells/value-text.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { lineKindOf } from '../rating/steps/kinds.js';

/** What a line did, in a few words: `× premises of states`; `inputsText` says for which state. */
export function describeLine(line: WorksheetLine): string {
  return lineKindOf(line).describe(line);
}

/** What a line read, by name: `state CA, setting URBAN`. */
export function inputsText(line: WorksheetLine): string {
  const { by: _operand, ...read } = lineKindOf(line).reads(line);
  return textOf(read);
}

/** What a line did, for a worksheet without a column of inputs. */
export function describeInShort(line: WorksheetLine): string {
  const read = lineKindOf(line).readsInShort ? inputsText(line) : '';
  return read === '' ? describeLine(line) : `${describeLine(line)} (${read})`;
}
