import bidiAlgorithm from 'bidi-js';

const bidi = bidiAlgorithm();
const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f]/u;

/**
 * The embedding levels (Unicode's UAX 9) of consecutive texts of a paragraph, one for each UTF-16 unit: odd ones run
 * from right to left. Undefined if all of it runs from left to right. Each text keeps together, as a name that was
 * filled in must not move the number of the street after it.
 */
export function levelsOf(texts: readonly string[]): Uint8Array[] | undefined {
  const paragraph = texts.join('');
  if (!rightToLeft.test(paragraph)) return undefined;
  const isFromRight = startsFromRight(paragraph);
  return texts.map((text) => {
    const own = /\p{L}/u.test(text) ? startsFromRight(text) : isFromRight;
    const { levels } = bidi.getEmbeddingLevels(text, own ? 'rtl' : 'ltr');
    return isFromRight && !own ? levels.map((level) => level + 2) : levels;
  });
}

/** The direction of a text's first letter. */
function startsFromRight(text: string): boolean {
  return (bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0) % 2 === 1;
}

/** A text from right to left with its brackets turned around. */
export function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}

/** Makes a font lay out a piece from right to left (`SharedFont`). The feature is OpenType's own. */
export const fromRight = ['rtlm'];
