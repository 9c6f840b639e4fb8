import { z } from 'zod';
import { languageTag } from './language-tag.js';

const translation = z.union([z.string().max(20_000), z.record(z.string(), z.string().max(20_000))]);

/**
 * The translations of a language by the original text. A text that means different things in different places has a
 * translation for each: `None: { deductible: Sin deducible, otherwise: Ninguno }`.
 */
export const translations = z.record(languageTag, z.record(z.string().min(1).max(20_000), translation));

export type Translation = z.infer<typeof translation>;
export type TranslatedTexts = Readonly<Record<string, Translation>>;

/** The key of the translation for all places that are not named. */
export const otherPlaces = 'otherwise';

/** The texts of a product in another language than its own. */
export interface Wording {
  /** The tag of the language. */
  language: string;
  /**
   * A text in this language; the text itself if it has no translation.
   * @param place the question, rule, coverage, fee or form that says it.
   */
  text(original: string, place?: string): string;
}

/** The translation of a text at a place; undefined if there is none. An empty one still has to be written. */
export function translationOf(
  texts: TranslatedTexts | undefined,
  original: string,
  place?: string,
): string | undefined {
  const entry = own(texts, original);
  if (typeof entry === 'string') return entry === '' ? undefined : entry;
  const found = (place === undefined ? undefined : own(entry, place)) ?? own(entry, otherPlaces);
  return found === '' ? undefined : found;
}

export function wordingOf(language: string, texts: TranslatedTexts | undefined): Wording {
  return {
    language,
    text: (original, place) => translationOf(texts, original, place) ?? original,
  };
}

function own<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}
