import type { Json } from '../ground/json.js';

/** `{{payload.policyId}}`, `{{answer:client.name}}`. */
const place = /\{\{\s*([^{}]+?)\s*\}\}/g;
const onlyPlace = /^\{\{\s*([^{}]+?)\s*\}\}$/;

/** The characters of a filled template, as JSON. */
const mostLetters = 1_000_000;

/** The values of a template make it too long. */
export class TemplateTooLong extends Error {
  constructor() {
    super(`the filled template has more than ${mostLetters} characters`);
    this.name = 'TemplateTooLong';
  }
}

/**
 * Fills the placeholders of a template. A text that consists of one placeholder becomes the value itself,
 * with its type. Within a longer text, a value is inserted as text, and a missing value as nothing. A
 * property whose entire value is missing is omitted. Throws a `TemplateTooLong`.
 */
export function filled(template: Json, read: (path: string) => Json | undefined): Json | undefined {
  let left = mostLetters;
  const counted = (value: Json | undefined): Json | undefined => {
    left -= typeof value === 'string' ? value.length : (JSON.stringify(value)?.length ?? 0);
    if (left < 0) throw new TemplateTooLong();
    return value;
  };
  return filledPart(template, (path) => counted(read(path)));
}

function filledPart(template: Json, read: (path: string) => Json | undefined): Json | undefined {
  if (typeof template === 'string') return filledText(template, read);
  if (Array.isArray(template)) return template.map((item) => filledPart(item, read) ?? null);
  if (typeof template !== 'object' || template === null) return template;
  const entries = Object.entries(template).flatMap(([key, value]) => {
    const result = filledPart(value, read);
    return result === undefined ? [] : [[key, result] as const];
  });
  return Object.fromEntries(entries);
}

/** The paths that a template reads. */
export function placesIn(template: Json): string[] {
  if (typeof template === 'string') return [...template.matchAll(place)].map((match) => match[1] ?? '');
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap(placesIn);
}

function filledText(text: string, read: (path: string) => Json | undefined): Json | undefined {
  const whole = onlyPlace.exec(text);
  if (whole?.[1] !== undefined) return read(whole[1]);
  return text.replace(place, (_, path: string) => {
    const value = read(path) ?? '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
