import { createHmac } from 'node:crypto';

/** As every authenticator app has it (RFC 6238): SHA-1, six digits, half a minute. */
const digits = 6;
const stepSeconds = 30;
/** The clock of a phone may be a step off. */
const tolerance = [0, -1, 1];

/** The step that a moment is in. */
export const stepAt = (at: Date): number => Math.floor(at.getTime() / 1000 / stepSeconds);

/** The code of a step (RFC 4226, section 5.3). */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0x0f;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The step that a code is of, now or a step off; undefined if it is of none of them. */
export function stepOfCode(secret: Buffer, code: string, at: Date): number | undefined {
  const now = stepAt(at);
  return tolerance.map((off) => now + off).find((step) => step >= 0 && codeOf(secret, step) === code);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** What an authenticator app reads. */
export function addressOf(secret: Buffer, { userId, issuer }: { userId: string; issuer: string }): string {
  // Apps show a plus as it is.
  const query = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${userId}`)}?${query}`;
}
