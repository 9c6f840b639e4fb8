import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** argon2id with the parameters that OWASP recommends: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** In characters. */
export const passwordLength = { least: 8, most: 1024 };

/** The hash of a password in PHC format. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** Whether a password matches a hash, in the same time either way. */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password);
}

/** A password with 120 bits of randomness that can be read out and typed. */
export function generatePassword(): string {
  return randomBytes(15).toString('base64url');
}
