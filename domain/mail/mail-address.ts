import { z } from 'zod';

const longest = 254;
/** One plain address: nothing that could add a header or a second receiver. */
const plain = /^[^\s@<>(),;:\\"[\]]{1,64}@[^\s@<>(),;:\\"[\]]+\.[^\s@<>(),;:\\"[\].]+$/u;

/** The address in a text, such as an answer; undefined if it is none that a mail can be sent to. */
export function mailAddressIn(text: string | null | undefined): string | undefined {
  const address = text?.trim() ?? '';
  if (address.length > longest || !plain.test(address) || hasControls(address)) return undefined;
  return address;
}

/** An address that is written as one. */
export const mailAddress = z
  .string()
  .max(longest)
  .refine((text) => mailAddressIn(text) === text, 'must be an address such as ada@example.com')
  .meta({ format: 'email' });

/** Line breaks and other controls would begin another header. */
const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);
