import { expressionText } from '../rating/cells/expression-text.js';
import { valueText } from '../rating/cells/value-text.js';
import type { WorksheetLine } from '../rating/run/result.js';

/** What a line did, in a few words: `× premises of states`; `inputsText` says for which state. */
export function describeLine(line: WorksheetLine): string {
  switch (line.op) {
    case 'lookup':
      return lookupText(line);
    case 'sumOverLoop':
      return `${sign(line.apply)}sum over ${line.loop ?? 'the loop'} (${line.inputs.iterations ?? 0})${kept(line)}`;
    case 'round':
      return roundingText(line);
    case 'derive':
      return `${line.as ?? line.step} = ${line.expression === undefined ? valueText(line.after) : expressionText(line.expression)}`;
    case 'if':
      return `${expressionText(line.expression)}?`;
    case 'sum':
      return Object.keys(line.inputs).join(' + ');
    case 'component':
      return 'premium of the component, rated by its own plan';
    case 'allocate':
      return 'part of the premium, in proportion';
    case 'min':
      return `at most ${operandText(line)}`;
    case 'max':
      return `at least ${operandText(line)}`;
    case 'INELIGIBLE':
    case 'DECLINE':
    case 'REFER':
    case 'ACCEPTANCE':
    case 'MESSAGE':
      return expressionText(line.expression);
    default:
      return `${sign(line.op)}${operandText(line)}`;
  }
}

/** What a line read, by name: `state CA, setting URBAN`. */
export function inputsText({ op, inputs, column }: WorksheetLine): string {
  if (op === 'round' || op === 'allocate' || op === 'sumOverLoop') return '';
  return Object.entries(inputs)
    .filter(([name]) => name !== 'by' && name !== column)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(', ');
}

function operandText({ expression, inputs }: WorksheetLine): string {
  if (expression !== undefined) return expressionText(expression);
  if (inputs.by !== undefined) return valueText(inputs.by);
  return Object.entries(inputs)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(', ');
}

function lookupText(line: WorksheetLine): string {
  return `${sign(line.apply)}${line.column ?? 'answer'} of ${line.table ?? 'the table'}${kept(line)}`;
}

function roundingText({ inputs: { digits, mode } }: WorksheetLine): string {
  const how = String(mode).toLowerCase().replace('_', ' ');
  if (digits === '0') return `rounded to whole units, ${how}`;
  return digits === '2' ? `rounded to cents, ${how}` : `rounded to ${String(digits)} digits, ${how}`;
}

function kept({ as }: WorksheetLine): string {
  return as === undefined ? '' : `, kept as ${as}`;
}

function sign(op: string | undefined): string {
  switch (op) {
    case 'set':
      return '= ';
    case 'multiply':
      return '× ';
    case 'add':
      return '+ ';
    case 'subtract':
      return '− ';
    case 'divide':
      return '÷ ';
    case undefined:
      return '';
    default:
      return `${op}: `;
  }
}
