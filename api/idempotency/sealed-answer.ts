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
/** Compressing less takes longer than storing it. */
const leastCompressed = 4 * 1024;
const gzipMark = 0x1f;

/**
 * The answer, compressed and encrypted by the key under which it was requested, which the service does not keep: neither
 * the database nor its backups show the personal data and secrets of answers.
 */
export function sealed({ headers, body }: KeptAnswer, key: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const encrypting = createCipheriv(cipher, sealingKey(key), nonce);
  const head = Buffer.from(`${JSON.stringify(headers)}\n`);
  const plain = Buffer.concat([head, body]);
  const packed = plain.length < leastCompressed ? plain : gzipSync(plain, { level: 1 });
  const text = Buffer.concat([encrypting.update(packed), encrypting.final()]);
  return Buffer.concat([nonce, encrypting.getAuthTag(), text]);
}

/** Throws if the bytes were sealed by another key, or were changed. */
export function unsealed(bytes: Buffer, key: string): KeptAnswer {
  const nonce = bytes.subarray(0, nonceBytes);
  const decrypting = createDecipheriv(cipher, sealingKey(key), nonce);
  decrypting.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = bytes.subarray(nonceBytes + tagBytes);
  const packed = Buffer.concat([decrypting.update(text), decrypting.final()]);
  // The head of a plain answer is JSON.
  const plain = packed[0] === gzipMark ? gunzipSync(packed) : packed;
  const end = plain.indexOf('\n');
  return { headers: JSON.parse(plain.toString('utf8', 0, end)), body: plain.subarray(end + 1) };
}

function sealingKey(key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', 'answer of an idempotency key', 32));
}
