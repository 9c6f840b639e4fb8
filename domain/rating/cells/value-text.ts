import type { LineInputs } from '../run/worksheet-line.js';
import type { CellValue } from './formula.js';

/** A value for display; a long text is cut. */
export function valueText(value: CellValue): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const cut = endless.exec(value)?.[1];
  if (cut !== undefined) return `${cut}…`;
  return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
}

const longestText = 200;

/** A quotient with more digits than anybody reads. */
const endless = /^(-?\d+\.\d{10})\d+$/;

/** Names and values, as in `state CA, setting URBAN`. */
export function inputsText(inputs: LineInputs): string {
  return Object.entries(inputs)
    .map(([name, value]) => `${name} ${valueText(value)}`)
    .join(', ');
}
