import { expect, it } from 'vitest';
import { addressOf, base32, codeOf, stepAt, stepOfCode } from '../../../api/auth/second-factor/time-codes.js';

/** The secret and times of RFC 6238, appendix B; its codes have eight digits. */
const secret = Buffer.from('12345678901234567890');

it.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('at %d the code is the end of %s', (seconds, code) => {
  expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code.slice(2));
});

it('takes the code of a step before and after, and no other', () => {
  const at = new Date('2027-01-01T00:00:00Z');
  const step = stepAt(at);
  for (const off of [-1, 0, 1]) expect(stepOfCode(secret, codeOf(secret, step + off), at)).toBe(step + off);
  for (const off of [-2, 2]) expect(stepOfCode(secret, codeOf(secret, step + off), at)).toBeUndefined();
});

it('writes secrets as authenticator apps read them (RFC 4648)', () => {
  expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(addressOf(secret, { userId: 'ada@example.com', issuer: 'Insurance DEV' })).toBe(
    'otpauth://totp/Insurance%20DEV%3Aada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Insurance%20DEV',
  );
});
