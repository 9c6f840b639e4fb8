import type { z } from 'zod';

/** What is said where `parsed` answers nothing. */
export const tooMuchIsWrong = 'has more that is wrong than can be told';

/**
 * What a schema makes of something from outside. Undefined where there are so many issues that zod, which hands them on as
 * arguments, exhausts the stack: hundreds of thousands.
 */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> | undefined {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
