import { describe, expect, it } from 'vitest';
import { canonicalJson, contentHash, textHash } from '../../../domain/ground/canonical-json.js';

/** The same by definition, without shortcuts. */
function reference(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => reference(item ?? null)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${reference(member)}`);
  return `{${members.join(',')}}`;
}

const texts = [
  '',
  ' ',
  'a"b',
  'a\\b',
  'a\nb',
  '\u007f',
  'é',
  '\u2028',
  '\ud800',
  '😀',
  'x'.repeat(64),
  'x'.repeat(65),
];
const keys = Array.from({ length: 40 }, (_, index) => `k${(index * 17) % 40}`);
const values: Record<string, unknown> = {
  texts,
  'texts as keys': Object.fromEntries(texts.map((text, index) => [text, index])),
  numbers: [0, -0, 1.5, 1e21, -1e-7, Number.NaN, Number.POSITIVE_INFINITY],
  'keys that are numbers': { 10: 'a', 9: 'b', 1: { 2: [], 11: {} }, x: 1 },
  'few keys': Object.fromEntries(keys.slice(0, 16).map((key) => [key, key])),
  'many keys': Object.fromEntries(keys.map((key) => [key, key])),
  'what is absent': [undefined, null, { a: undefined, b: null, c: [undefined] }],
  empty: [{}, [], [[]], { a: {} }, ''],
};

describe('canonical JSON', () => {
  it.each(Object.keys(values))('is as defined: %s', (name) => {
    const value = values[name];
    expect(canonicalJson(value)).toBe(reference(value));
    expect(contentHash(value)).toBe(textHash(reference(value)));
  });

  it('is JSON of the same value, whatever the order of its keys', () => {
    const value = { b: [1, 'two', { z: null, a: true }], a: 'x' };
    expect(JSON.parse(canonicalJson(value))).toEqual(value);
    expect(canonicalJson({ a: 'x', b: [1, 'two', { a: true, z: null }] })).toBe(canonicalJson(value));
  });
});
