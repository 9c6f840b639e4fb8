import { isMap, isNode, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import type { CaseDifference } from './differing-step.js';

/** A case by its name, and how its quote differs from what it expects. */
export interface DifferingCase {
  name: string;
  differences: readonly CaseDifference[];
}

/** A text with new results. */
export interface AcceptedCases {
  text: string;
  /** The names of the cases that expect what their quotes give; the others are as they were. */
  accepted: string[];
}

/** A part of a text to be replaced. */
interface Edit {
  from: number;
  to: number;
  by: string;
}

/**
 * The text of a `.cases.yaml` file with what quotes give in place of what their cases expect. Comments and everything else
 * stay. An expected value that a quote no longer has is taken out. A case is left as it is if a differing value is not
 * written with it but comes from an anchor or `<<`, or if it would expect nothing.
 */
export function acceptedText(text: string, cases: readonly DifferingCase[]): AcceptedCases {
  // As cases are read: with every value as the text that is written.
  const { contents } = parseDocument(text, { schema: 'failsafe', merge: true });
  const written = isSeq(contents) ? contents.items.filter((item): item is YAMLMap.Parsed => isMap(item)) : [];
  const changes = cases.flatMap(({ name, differences }) => {
    const expected = written.find((one) => String(one.get('name')).trim() === name)?.get('expect', true);
    const edits = isMap(expected) ? editsOf(text, expected, differences) : [];
    return edits.length === 0 ? [] : [{ name, edits }];
  });
  return {
    text: changes
      .flatMap(({ edits }) => edits)
      .sort((a, b) => b.from - a.from)
      .reduce((left, { from, to, by }) => `${left.slice(0, from)}${by}${left.slice(to)}`, text),
    accepted: changes.map(({ name }) => name),
  };
}

/** The edits of one case, which do not overlap; none if it cannot be changed as a whole. */
function editsOf(text: string, expected: YAMLMap, differences: readonly CaseDifference[]): Edit[] {
  const edits: Edit[] = [];
  const gone = new Set<Pair>();
  for (const { key, got } of differences) {
    const pair = pairOf(expected, key);
    if (!isNode(pair?.value) || !pair.value.range) return [];
    if (got === null) gone.add(pair);
    else edits.push({ from: pair.value.range[0], to: endOf(text, pair), by: textOf(key, got) });
  }
  for (const pair of expected.items) {
    if (isMap(pair.value) && isEmptied(pair.value, gone)) gone.add(pair);
  }
  if (isEmptied(expected, gone)) return [];
  const kept = expected.items.filter((pair) => !gone.has(pair)).map(({ value }) => value);
  return [...edits, ...[expected, ...kept.filter(isMap)].flatMap((map) => removals(text, map, gone))];
}

function pairOf(expected: YAMLMap, key: string): Pair | undefined {
  const [part = '', ...rest] = key.split('.');
  const within = rest.length === 0 ? expected : expected.get(part, true);
  const name = rest.length === 0 ? part : rest.join('.');
  return isMap(within) ? within.items.find((one) => isScalar(one.key) && one.key.value === name) : undefined;
}

const isEmptied = ({ items }: YAMLMap, gone: ReadonlySet<Pair>): boolean =>
  items.length > 0 && items.every((pair) => gone.has(pair));

/** Takes pairs out of a map that keeps others: in a block map with their lines, in a flow map with their commas. */
function removals(text: string, { flow, items }: YAMLMap, gone: ReadonlySet<Pair>): Edit[] {
  if (!flow) return items.filter((pair) => gone.has(pair)).map((pair) => linesOf(text, pair));
  const lastKept = items.findLastIndex((pair) => !gone.has(pair));
  const edits = items.slice(0, lastKept).flatMap((pair, index): Edit[] => {
    const next = items[index + 1];
    return next && gone.has(pair) ? [{ from: startOf(pair), to: startOf(next), by: '' }] : [];
  });
  const [first, last] = [items[lastKept + 1], items.at(-1)];
  if (!first || !last) return edits;
  const before = text.slice(0, startOf(first)).trimEnd();
  const from = before.endsWith(',') ? before.length - 1 : startOf(first);
  return [...edits, { from, to: endOf(text, last), by: '' }];
}

function linesOf(text: string, pair: Pair): Edit {
  const line = text.indexOf('\n', endOf(text, pair));
  return {
    from: text.lastIndexOf('\n', startOf(pair)) + 1,
    to: line === -1 ? text.length : line + 1,
    by: '',
  };
}

const startOf = ({ key }: Pair): number => (isNode(key) && key.range?.[0]) || 0;

function endOf(text: string, { value }: Pair): number {
  const [from, end] = (isNode(value) && value.range) || [0, 0];
  return from + text.slice(from, end).trimEnd().length;
}

/** Names and numbers are read as texts, and need no quotes. */
function textOf(key: string, got: string): string {
  if (key === 'messages') return `[${got === 'none' ? '' : got}]`;
  return /^[\w.-]+$/.test(got) ? got : JSON.stringify(got);
}
