import { createHash } from 'node:crypto';

/**
 * A UUID derived from the given parts (RFC 9562 version 8, SHA-256). The same parts always give the same id:
 * an activity that is retried writes the same row, and unique keys in the database prevent a second one.
 */
export function derivedId(...parts: string[]): string {
  const bytes = createHash('sha256').update(parts.join('\u001f')).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const version8 = /^.{8}-.{4}-8.{3}-[89ab].{3}-.{12}$/i;

/** Whether an id is of the form that only the service gives: anyone who could use one first would take its place. */
export const isDerivedId = (id: string): boolean => version8.test(id);
