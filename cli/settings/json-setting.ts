import { z } from 'zod';

/** A JSON setting. */
export const json = <T>(schema: z.ZodType<T>, example: string) =>
  z.string().transform((text, context): T => {
    try {
      const parsed = schema.safeParse(JSON.parse(text));
      if (parsed.success) return parsed.data;
      for (const { path, message } of parsed.error.issues) {
        context.addIssue({ code: 'custom', message: `${path.join('.')} ${message}` });
      }
    } catch {
      context.addIssue({ code: 'custom', message: `must be JSON such as ${example}` });
    }
    return z.NEVER;
  });
