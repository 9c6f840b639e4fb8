import { inputsText as textOf } from '../rating/cells/value-text.js';
import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import { lineKindOf } from '../rating/steps/step-kinds.js';

/** The operation of a line, in a few words: `× premises of states`; `inputsText` names the state. */
export function describeLine(line: WorksheetLine): string {
  return lineKindOf(line).describe(line);
}

/** The inputs of a line, by name: `state CA, setting URBAN`. */
export function inputsText(line: WorksheetLine): string {
  const { by: _operand, ...read } = lineKindOf(line).reads(line);
  return textOf(read);
}

/** The operation of a line, for a worksheet without a column of inputs. */
export function describeInShort(line: WorksheetLine): string {
  const read = lineKindOf(line).readsInShort ? inputsText(line) : '';
  return read === '' ? describeLine(line) : `${describeLine(line)} (${read})`;
}
