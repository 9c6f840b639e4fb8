import { describe, expect, it } from 'vitest';
import { schemaFault, schemaProblems } from '../../../domain/actions/payload-schema.js';
import type { JsonObject } from '../../../domain/ground/json.js';

const text = (pattern: string): JsonObject => ({ properties: { code: { type: 'string', pattern } } });

/** Definitions, each of which needs the next one twice: sixty of them would take 2^60 checks of a payload. */
function doubling(definitions: number): JsonObject {
  const $defs: JsonObject = { [`d${definitions}`]: { type: 'object' } };
  for (let at = 0; at < definitions; at += 1) {
    const next = { $ref: `#/$defs/d${at + 1}` };
    $defs[`d${at}`] = { allOf: [next, next] };
  }
  return { $defs, $ref: '#/$defs/d0' };
}

function took(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

describe('patterns of a payload', () => {
  it.each([
    ['^[A-Z]{2}-\\d{4}$', 'AB-1234', 'AB-123'],
    ['^\\u0041+$', 'AAA', 'aaa'],
    ['^(?<year>\\d{4})/\\d{2}$', '2026/11', '2026-11'],
    ['^\\p{Lu}', 'Éire', 'éire'],
  ])('match as in JavaScript: %s', (pattern, right, wrong) => {
    expect(schemaProblems(text(pattern), { code: right })).toEqual([]);
    expect(schemaProblems(text(pattern), { code: wrong })).toEqual([
      { path: ['code'], detail: `must match pattern "${pattern}"` },
    ]);
  });

  it('are told apart where a schema has several', () => {
    const schema = { patternProperties: { '^a': { pattern: '^x$' }, '^b': { pattern: '^y$' } } };
    expect(schemaProblems(schema, { a: 'x', b: 'y' })).toEqual([]);
    expect(schemaProblems(schema, { a: 'x', b: 'x' })).toMatchObject([{ path: ['b'] }]);
  });

  it('that backtrack elsewhere take no time', () => {
    const schema = text('^(a+)+$');
    schemaFault(schema);
    const payload = { code: `${'a'.repeat(30)}!` };
    expect(took(() => expect(schemaProblems(schema, payload)).toHaveLength(1))).toBeLessThan(200);
  });

  it('do not match texts without end', () => {
    const payload = { code: 'a'.repeat(900_000) };
    expect(schemaProblems(text('^(a+)+$'), payload)).toEqual([
      { path: [], detail: 'has texts too long to be compared with their patterns' },
    ]);
  });

  it.each([
    ['(?=a)b', 'looks ahead or behind with (?…): write it without'],
    ['(?<!a)b', 'looks ahead or behind with (?…): write it without'],
    ['(a)\\1', 'refers back to a group: write it without back-references'],
    ['(a', 'is invalid: missing closing ): `(a`'],
    [
      '(?:(?:a{1,40}){1,20}b){1,1}(?:c{1,40}){1,25}(?:c{1,40}){1,25}',
      'repeats too much: allow fewer repetitions',
    ],
  ])('are refused with a reason: %s', (pattern, why) => {
    expect(schemaFault(text(pattern))).toBe(`the pattern "${pattern}" ${why}`);
    expect(schemaFault({ patternProperties: { [pattern]: true } })).toContain(why);
  });

  it('are refused where they are too long', () => {
    expect(schemaFault(text('a'.repeat(1_001)))).toContain('write at most 1000 characters');
  });
});

describe('schemas of a payload', () => {
  it.each<[string, JsonObject, string]>([
    ['refer to themselves', { properties: { of: { $ref: '#' } } }, 'refers to itself'],
    ['double themselves', doubling(9), 'has more than 2000 parts'],
    ['go on for long', doubling(60), 'is nested deeper than 32 levels'],
    ['are long', { enum: Array.from({ length: 20_000 }, (_, at) => at) }, 'has more than 2000 parts'],
    ['name parts by other names', { properties: { a: { $anchor: 'here' } } }, '"$anchor" is not accepted'],
    ['refer elsewhere', { $ref: 'https://example.com/schema' }, 'write "#/$defs/<name>"'],
    ['refer to nothing', { $ref: '#/$defs/address' }, 'names no part of the schema'],
  ])('are refused where they %s', (_what, schema, why) => {
    expect(schemaFault(schema)).toContain(why);
  });

  it('may use a definition at several places', () => {
    const address = { type: 'object', required: ['city'] };
    const one = { $ref: '#/$defs/address' };
    const schema = { $id: 'https://example.com/quote', $defs: { address }, properties: { a: one, b: one } };
    expect(schemaFault(schema)).toBeUndefined();
    expect(schemaProblems(schema, { a: { city: 'Reno' }, b: {} })).toEqual([
      { path: ['b', 'city'], detail: 'is required' },
    ]);
  });

  it('refuse a payload that they would be compared with for long', () => {
    const options = Array.from({ length: 400 }, (_, at) => ({ required: [`field${at}`] }));
    const schema = { properties: { items: { items: { anyOf: options } } } };
    const payload = { items: Array.from({ length: 50_000 }, () => ({})) };
    expect(schemaProblems(schema, payload)).toEqual([
      { path: [], detail: 'is too large to be compared with its schema' },
    ]);
  });

  it('compare the items of a long list with each other at once', () => {
    const schema = { properties: { items: { uniqueItems: true } } };
    const items: JsonObject[] = Array.from({ length: 40_000 }, (_, at) => ({ at }));
    schemaFault(schema);
    expect(took(() => expect(schemaProblems(schema, { items })).toEqual([]))).toBeLessThan(2_000);
    expect(schemaProblems(schema, { items: [...items, { at: 7 }] })).toEqual([
      { path: ['items'], detail: 'must not have an item twice' },
    ]);
  });
});
