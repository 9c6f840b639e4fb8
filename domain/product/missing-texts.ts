import { type TranslatedTexts, translationOf } from '../languages/wording.js';
import type { KnownText } from './product-texts.js';

/** The texts that are not translated, at one of their places at least. An empty translation still has to be written. */
export function missingTexts(
  texts: readonly KnownText[],
  translated: TranslatedTexts | undefined,
): KnownText[] {
  return texts.filter(({ text, places }) =>
    places.some((place) => translationOf(translated, text, place) === undefined),
  );
}
