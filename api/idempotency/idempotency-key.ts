import { z } from 'zod';
import { BadRequest } from '../errors/app-error.js';

const detail = 'must be 1 to 255 printable ASCII characters without spaces, such as a UUID';

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, detail)
  .meta({
    description:
      'A new UUID for each request, and the same when it is repeated. For 24 hours a repeat gets the answer of the ' +
      'first request, with `Idempotency-Replayed: true`, and nothing is done twice.',
    example: '8e03978e-40d5-43e8-bc93-6894a57f9324',
  });

/** The key in a header, which is a string as in structured fields, or as it is. 400 if it is none. */
export function keyIn(header: string): string {
  const text = header.trim();
  const { success, data } = idempotencyKey.safeParse(/^"(.*)"$/.exec(text)?.[1] ?? text);
  if (success) return data;
  throw new BadRequest([{ field: 'Idempotency-Key', in: 'header', detail }]);
}
