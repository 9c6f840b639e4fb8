import { createHash, randomBytes } from 'node:crypto';

/** The public part of an API key; the prefix lets people and secret scanners recognize it. */
export function generateKey(): string {
  return `ioi_${randomBytes(12).toString('hex')}`;
}

/** The secret part: 256 bits, in characters that need no escaping in `key:secret`. */
export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored form of a secret. A plain hash is enough, because the secret is random and long. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
