import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parsed } from '../../../domain/ground/parse.js';

const part = z.object({ needed: z.string(), note: z.string().optional() });
const schema = z
  .object({
    needed: z.string(),
    text: z.string().max(3).optional(),
    fixed: z.string().optional().meta({ refusesNull: true }),
    count: z.int().default(7),
    cleared: z.string().nullable().optional(),
    anything: z.unknown().optional(),
    part: part.optional(),
    list: z.array(part).optional(),
    either: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('A'), a: z.string().optional() }),
        z.strictObject({ type: z.literal('B'), b: z.string().optional() }),
      ])
      .optional(),
    prepared: z.preprocess((value) => value, part).optional(),
    map: z.record(z.string(), z.string()).optional(),
    later: z.lazy(() => part).optional(),
  })
  .refine(({ text }) => text !== 'bad');

const read = (value: object) => parsed(schema, value, { nullIsAbsence: true });

describe('null in an optional field', () => {
  it('is absence, at every depth, and takes the default', () => {
    const nothing = { needed: 'x', note: null };
    const sent = {
      ...{ needed: 'x', text: null, count: null, map: null, either: null },
      ...{ part: nothing, list: [nothing], prepared: nothing, later: nothing },
    };
    expect(read(sent)).toEqual({
      success: true,
      data: {
        ...{ needed: 'x', count: 7 },
        ...{
          part: { needed: 'x' },
          list: [{ needed: 'x' }],
          prepared: { needed: 'x' },
          later: { needed: 'x' },
        },
      },
    });
    expect(Object.keys(read(sent)?.data ?? {})).not.toContain('text');
    expect(sent.part).toHaveProperty('note', null);
  });

  it.each([
    { type: 'A', a: null },
    { type: 'B', b: null },
  ])('is absence in the alternative that the value is of: %j', (either) => {
    expect(read({ needed: 'x', either })?.data?.either).toEqual({ type: either.type });
  });

  it('is refused where it would look like a wish to clear', () => {
    expect(read({ needed: 'x', fixed: null })?.error?.issues).toMatchObject([{ path: ['fixed'] }]);
  });

  it('is kept where it means something', () => {
    expect(read({ needed: 'x', cleared: null, anything: null })?.data).toEqual({
      ...{ needed: 'x', count: 7 },
      ...{ cleared: null, anything: null },
    });
  });

  it.each([
    [{ needed: null }, 'needed'],
    [{ needed: 'x', list: [null] }, 'list.0'],
    [{ needed: 'x', map: { a: null } }, 'map.a'],
    [{ needed: 'x', part: { needed: null } }, 'part.needed'],
    [{ needed: 'x', text: 'long' }, 'text'],
  ])('is an error elsewhere: %j', (value, field) => {
    expect(read(value)?.error?.issues.map(({ path }) => path.join('.'))).toEqual([field]);
  });

  it('is an error if the reader does not say otherwise', () => {
    expect(parsed(schema, { needed: 'x', text: null })?.success).toBe(false);
  });
});
