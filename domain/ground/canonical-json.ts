import { createHash } from 'node:crypto';

/** JSON text with sorted object keys and without `undefined`, so that equal values have equal text. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  // Every accepted event and every worksheet passes here: text is appended, without lists in between.
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item ?? null)}`;
    return `[${text}]`;
  }
  for (const key of sorted(Object.keys(value))) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${quoted(key)}:${canonicalJson(member)}`;
  }
  return `{${text}}`;
}

/** Sorts in place. Most objects have a few keys, for which `sort` costs more than it saves. */
function sorted(keys: string[]): string[] {
  if (keys.length > 16) return keys.sort();
  for (let place = 1; place < keys.length; place++) {
    const key = keys[place] as string;
    let before = place - 1;
    for (; before >= 0 && (keys[before] as string) > key; before--) keys[before + 1] = keys[before] as string;
    keys[before + 1] = key;
  }
  return keys;
}

/** Printable ASCII without the two characters that JSON escapes. */
const plain = /^[ !#-[\]-~]{0,64}$/;

/** A text as JSON. */
function quoted(text: string): string {
  return plain.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** SHA-256 of the canonical JSON, in hexadecimal. */
export function contentHash(value: unknown): string {
  return textHash(canonicalJson(value));
}

/** SHA-256 of a text, in hexadecimal; of canonical JSON it is the content's hash. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
