import { isMap, isPair, isScalar, isSeq, type Node, type Pair, parseDocument, type YAMLMap } from 'yaml';
import type { CaseDifference } from './differing-step.js';

/** A case by its name, and how its quote differs from what it expects. */
export interface DifferingCase {
  name: string;
  differences: readonly CaseDifference[];
}

/** A part of a text to be replaced. */
interface Edit {
  from: number;
  to: number;
  by: string;
}

/**
 * The text of a `.cases.yaml` file with what quotes give in place of what their cases expect. Comments and everything else
 * stay. An expected value that a quote no longer has is taken out.
 */
export function acceptedText(text: string, cases: readonly DifferingCase[]): string {
  const { contents } = parseDocument(text, { merge: true });
  const written = isSeq(contents) ? contents.items.filter((item): item is YAMLMap.Parsed => isMap(item)) : [];
  const edits = cases.flatMap(({ name, differences }) => {
    const expected = written.find((one) => String(one.get('name')) === name)?.get('expect', true);
    return isMap(expected) ? differences.flatMap((difference) => editsOf(text, expected, difference)) : [];
  });
  return edits
    .sort((a, b) => b.from - a.from)
    .reduce((left, { from, to, by }) => `${left.slice(0, from)}${by}${left.slice(to)}`, text);
}

function editsOf(text: string, expected: YAMLMap, { key, got }: CaseDifference): Edit[] {
  const [part = '', ...rest] = key.split('.');
  const within = rest.length === 0 ? expected : expected.get(part, true);
  const name = rest.length === 0 ? part : rest.join('.');
  const pair = isMap(within)
    ? within.items.find((one) => isScalar(one.key) && String(one.key.value) === name)
    : undefined;
  const range = isPair(pair) ? (pair.value as Node | null)?.range : undefined;
  if (!pair || !range) return [];
  const [from, end] = range;
  const to = from + text.slice(from, end).trimEnd().length;
  if (got === null) return [removal(text, pair, to)];
  return [{ from, to, by: part === 'messages' ? `[${got === 'none' ? '' : got}]` : scalarText(got) }];
}

/** In a flow map with its comma, in a block map with its line. */
function removal(text: string, { key }: Pair, to: number): Edit {
  const from = (key as Node).range?.[0] ?? to;
  const before = text.slice(0, from).trimEnd();
  if (before.endsWith(',')) return { from: before.length - 1, to, by: '' };
  const comma = /^\s*,\s*/.exec(text.slice(to));
  if (before.endsWith('{')) return { from, to: to + (comma?.[0].length ?? 0), by: '' };
  const line = text.indexOf('\n', to);
  return { from: text.lastIndexOf('\n', from) + 1, to: line === -1 ? text.length : line + 1, by: '' };
}

/** Names and numbers are read as texts, and need no quotes. */
function scalarText(value: string): string {
  return /^[\w.-]+$/.test(value) ? value : JSON.stringify(value);
}
