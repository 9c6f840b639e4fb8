import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../../domain/ground/json.js';
import {
  differenceFrom,
  jsonDifference,
  sharing,
  withDifference,
} from '../../../domain/ground/json-difference.js';
import { isStorableJson } from '../../../domain/ground/storable-json.js';

/** What can be stored: bodies, product files and answers of carriers with a name such as `__proto__`, which zod drops, are refused. */
const json = fc
  .jsonValue({ maxDepth: 4 })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json)
  .filter(isStorableJson);

describe('the difference of two JSON values', () => {
  it('has only what differs', () => {
    const before: Json = { premium: 1, list: [{ a: 'x', b: 'y' }, { a: 'z' }] };
    const after: Json = { premium: 1, list: [{ a: 'x', b: 'w' }, { a: 'z' }] };
    expect(differenceFrom(before, after)).toEqual({
      in: { list: { in: { 0: { in: { b: { to: 'w' } } } } } },
    });
    expect(differenceFrom(before, structuredClone(before))).toBeUndefined();
    expect(differenceFrom({ a: 1 }, { b: 1 })).toEqual({ to: { b: 1 } });
    expect(differenceFrom([1], [1, 2])).toEqual({ to: [1, 2] });
  });

  it('makes the second of the first, whatever they are, after it was stored', () => {
    fc.assert(
      fc.property(json, json, (before, after) => {
        const difference = differenceFrom(before, after);
        const stored = JSON.parse(JSON.stringify({ difference })).difference;
        const made = stored === undefined ? before : withDifference(before, jsonDifference.parse(stored));
        expect(made).toEqual(after);
      }),
    );
    expect(isStorableJson(JSON.parse('{"in":[{"__proto__":false}]}'))).toBe(false);
  });

  it('shares what is equal', () => {
    const before = { kept: { a: 1 }, changed: { a: 1 } };
    const made = sharing(before, { kept: { a: 1 }, changed: { a: 2 } });
    expect(made).toEqual({ kept: { a: 1 }, changed: { a: 2 } });
    expect(made.kept).toBe(before.kept);
  });
});
