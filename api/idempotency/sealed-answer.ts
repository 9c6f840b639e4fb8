import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';

/** An answer as a repeat of its request gets it. */
export interface KeptAnswer {
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * The answer, compressed and encrypted by the key under which it was requested, which the service does not keep: neither
 * the database nor its backups show the personal data and secrets of answers.
 */
export function sealed({ headers, body }: KeptAnswer, key: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encrypting = createCipheriv(cipher, sealingKey(key), nonce);
  const head = Buffer.from(`${JSON.stringify(headers)}\n`);
  const packed = gzipSync(Buffer.concat([head, body]), { level: 1 });
  const text = Buffer.concat([encrypting.update(packed), encrypting.final()]);
  return Buffer.concat([nonce, encrypting.getAuthTag(), text]);
}

/** Throws if the bytes were sealed by another key, or were changed. */
export function unsealed(bytes: Buffer, key: string): KeptAnswer {
  const nonce = bytes.subarray(0, nonceBytes);
  const decrypting = createDecipheriv(cipher, sealingKey(key), nonce);
  decrypting.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = bytes.subarray(nonceBytes + tagBytes);
  const packed = gunzipSync(Buffer.concat([decrypting.update(text), decrypting.final()]));
  const end = packed.indexOf('\n');
  return { headers: JSON.parse(packed.toString('utf8', 0, end)), body: packed.subarray(end + 1) };
}

function sealingKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'answer of an idempotency key', 32));
}
