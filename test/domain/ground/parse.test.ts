import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parsed } from '../../../domain/ground/parse.js';

/** A text, with the number of values that were checked. */
function aCountedText() {
  const checked = { values: 0 };
  const schema = z.custom<string>((value) => {
    checked.values += 1;
    return typeof value === 'string';
  });
  return { schema, checked };
}

const many = 300_000;
const wrongList = Array.from({ length: many }, () => 1);
const wrongRecord = Object.fromEntries(wrongList.map((value, at) => [`k${at}`, value]));

describe('data with many errors', () => {
  it.each<[string, (text: z.ZodType) => z.ZodType, unknown]>([
    ['a list', (text: z.ZodType) => z.object({ list: z.array(text) }), { list: wrongList }],
    ['a record', (text: z.ZodType) => z.object({ map: z.record(z.string(), text) }), { map: wrongRecord }],
    [
      'many objects',
      (text: z.ZodType) => z.array(z.object({ a: text, b: z.lazy(() => text.optional()) })).optional(),
      wrongList.map((value) => ({ a: value, b: value })),
    ],
  ])('is checked only until there are too many to list: %s', (_where, schemaWith, value) => {
    const { schema, checked } = aCountedText();
    expect(parsed(schemaWith(schema), value)).toBeUndefined();
    expect(checked.values).toBeLessThan(20_100);
  });

  it('is told of all its errors if there are fewer', () => {
    const result = parsed(z.array(z.string()), wrongList.slice(0, 9_000));
    expect(result?.error?.issues).toHaveLength(9_000);
    expect(parsed(z.array(z.string().trim().min(1)), ['a', ' b'])).toEqual({
      success: true,
      data: ['a', 'b'],
    });
  });

  it('does not count what was tried in vain: alternatives, and fields that may be missing', () => {
    const either = z.array(
      z.union([z.object({ a: z.number() }), z.object({ b: z.number(), c: z.string().optional() })]),
    );
    const value = Array.from({ length: 30_000 }, (_, b) => ({ b }));
    expect(parsed(either, value)?.success).toBe(true);
    expect(parsed(z.array(z.number().catch(0)), ['x'.repeat(3), ...wrongList.map(String)])?.success).toBe(
      true,
    );
  });

  it('leaves a schema as it is for others', () => {
    const schema = z.array(z.string());
    parsed(schema, []);
    expect(schema.safeParse(wrongList.slice(0, 11_000)).error?.issues).toHaveLength(11_000);
  });
});
