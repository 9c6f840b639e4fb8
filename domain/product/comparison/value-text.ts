import { isOperation } from '../../expression/index.js';
import { canonicalJson } from '../../ground/canonical-json.js';
import { expressionText } from '../../rating/cells/expression-text.js';

/** A longer value is cut off: `--json` has all of it. */
const longest = 400;

/** Two values as texts that differ. */
export function textsOf(before: unknown, after: unknown): [string, string] {
  const texts = [valueText(before), valueText(after)] as const;
  // An expression reads the same whether it has the text "5" or the number 5.
  return texts[0] === texts[1] ? [canonicalJson(before), canonicalJson(after)] : [...texts];
}

/** A part of a product definition on one line: expressions in mathematical notation. */
export function shortValueText(value: unknown): string {
  const text = valueText(value);
  return text.length <= longest
    ? text
    : `${text.slice(0, longest)} … (${text.length - longest} more characters)`;
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return /^[\w.:-]+$/.test(value) ? value : JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (isOperation(value)) return expressionText(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{ ${fields.map(([key, field]) => `${key}: ${valueText(field)}`).join(', ')} }`;
}
