import type { z } from 'zod';

/** The message for a result of `undefined` from `parsed`. */
export const tooManyErrors = 'has too many errors to list';

/**
 * Parses external data with a schema. Undefined if there are too many issues (hundreds of thousands): zod
 * passes them as arguments and overflows the stack.
 */
export function parsed<T>(schema: z.ZodType<T>, value: unknown): z.ZodSafeParseResult<T> | undefined {
  try {
    return schema.safeParse(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
