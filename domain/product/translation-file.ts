import { Document, Pair, Scalar, type YAMLMap } from 'yaml';
import { otherPlaces, translationOf } from '../languages/wording.js';
import type { ProductDefinition } from './definition.js';
import { missingTexts } from './missing-texts.js';
import { type KnownText, productTexts } from './product-texts.js';

/** Places of a text that its comment names. */
const namedPlaces = 4;

/**
 * A file for a translator, which a product includes: each text with an empty translation to be written after it, and where it is
 * said above it. Only what is missing, or everything with the translations that there are.
 */
export function translationFile(
  definition: ProductDefinition,
  language: string,
  { all = false }: { all?: boolean } = {},
): { text: string; texts: number; missing: number } {
  const { key, version, translations } = definition;
  const translated = translations?.[language];
  const known = productTexts(definition);
  const missing = missingTexts(known, translated);
  const written = all ? known : missing;
  const document = new Document({ translations: { [language]: {} } });
  const texts = document.getIn(['translations', language], true) as YAMLMap;
  for (const { text, places } of written) {
    const name = new Scalar(text);
    name.commentBefore = commentOn(places);
    const there = all ? (translated?.[text] ?? '') : partOf(text, places, translated);
    texts.add(new Pair(name, document.createNode(there)));
  }
  document.commentBefore = [
    ` Texts of ${key} ${version} in ${language}. Write the translation after each text; values in double braces stay.`,
    ` A text that differs by its place: { place: translation, ${otherPlaces}: translation }.`,
  ].join('\n');
  // Long texts on one line, which is easier to translate than a folded one.
  return { text: document.toString({ lineWidth: 0 }), texts: known.length, missing: missing.length };
}

/** What is missing: the whole text, or the places of it that have no translation. */
function partOf(
  text: string,
  places: readonly string[],
  translated: Parameters<typeof translationOf>[0],
): string | Record<string, string> {
  const entry = translated?.[text];
  if (entry === undefined || typeof entry === 'string') return '';
  const open = places.filter((place) => translationOf(translated, text, place) === undefined);
  return { ...entry, ...Object.fromEntries(open.map((place) => [place || otherPlaces, ''])) };
}

function commentOn(places: KnownText['places']): string {
  const named = places.filter(Boolean);
  const some = named.slice(0, namedPlaces).join(', ');
  const more = named.length > namedPlaces ? ` and ${named.length - namedPlaces} more` : '';
  return ` ${some === '' ? 'a title' : `${some}${more}`}`;
}
