import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** A part of a product file, as parsed. */
export type Json = string | number | boolean | null | Json[] | JsonMap;
export interface JsonMap {
  [key: string]: Json;
}
export type Path = readonly (string | number)[];

/** A slip of the pen at one place of a product file. */
export interface Slip {
  /** What kind of slip: `misspelt key`. */
  kind: string;
  /** Where and what: `ratingPlans.cyber.underwriting → underwritng`. */
  what: string;
  plant(content: Json): void;
}

export const demoProducts = ['cyber', 'business-package', 'general-liability', 'personal-auto'] as const;

/** A demo product's content in its own language, every alias written out. */
export function demoContent(name: (typeof demoProducts)[number]): JsonMap {
  const file = new URL(`../../../../db/seeds/products/${name}.yaml`, import.meta.url);
  const {
    include: _texts,
    languages: _languages,
    ...content
  } = parse(readFileSync(file, 'utf8'), {
    merge: true,
    maxAliasCount: -1,
  });
  return JSON.parse(JSON.stringify(content)) as JsonMap;
}

export interface Place {
  value: Json;
  path: Path;
}

/** Every part of a content, outer parts first. */
export function* placesIn(value: Json, path: Path = []): Generator<Place> {
  yield { value, path };
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    yield* placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

export function isMap(value: Json | undefined): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function at(content: Json, path: Path): Json {
  return path.reduce<Json>((value, part) => (value as JsonMap)[part as string] as Json, content);
}

/** A slip that puts another value in a place; undefined takes the place away. */
export function replaced(kind: string, path: Path, value: Json | undefined): Slip {
  return {
    kind,
    what: `${path.join('.')} → ${value === undefined ? 'nothing' : JSON.stringify(value)}`,
    plant(content) {
      const [around, key = ''] = [at(content, path.slice(0, -1)), path.at(-1)];
      if (value !== undefined) (around as JsonMap)[key as string] = value;
      else if (Array.isArray(around)) around.splice(Number(key), 1);
      else delete (around as JsonMap)[key as string];
    },
  };
}

/** A text with a letter left out, doubled or swapped with its neighbor. */
export function misspelt(text: string): string {
  const middle = Math.floor(text.length / 2);
  const swapped = text.slice(0, middle - 1) + text[middle] + text[middle - 1] + text.slice(middle + 1);
  if (text.length < 4) return `${text}${text.at(-1) ?? 'x'}`;
  return swapped === text ? text.slice(0, -1) : swapped;
}

/** The only operator of an expression and its operands. */
export function operationOf(value: Json): [string, Json[]] | undefined {
  if (!isMap(value)) return undefined;
  const [entry, ...others] = Object.entries(value);
  if (!entry || others.length > 0) return undefined;
  return [entry[0], Array.isArray(entry[1]) ? entry[1] : [entry[1]]];
}

/** Every question of a product by id, with its place. */
export function questionsIn(content: Json): Map<string, { question: JsonMap; path: Path }> {
  const found = new Map<string, { question: JsonMap; path: Path }>();
  for (const { value, path } of placesIn(at(content, ['product']), ['product'])) {
    if (isMap(value) && typeof value.qid === 'string') found.set(value.qid, { question: value, path });
  }
  return found;
}
