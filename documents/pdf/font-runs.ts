import { fromRight, levelsOf } from './directions.js';
import { fontOf, hasGlyph } from './fonts.js';

/** Printed for a character that no font has. */
const unknown = '?';

/** A piece of text in one font and direction, with pdfmake's names. */
export interface FontRun {
  text: string;
  font: string;
  /** Its level in Unicode's bidirectional algorithm, if its paragraph has texts from right to left. */
  level?: number;
  fontFeatures?: string[];
}

/**
 * Splits the consecutive texts of a paragraph by the fonts that have their characters, so that none is printed as
 * an empty box, and by direction.
 */
export function fontRuns(texts: readonly string[]): FontRun[][] {
  const composed = texts.map((text) => text.normalize('NFC'));
  const levels = levelsOf(composed);
  return composed.map((text, index) => runsOf(text, levels?.[index]));
}

const plain = /^[\t\n -~]+$/;

function runsOf(text: string, levels: Uint8Array | undefined): FontRun[] {
  if (levels === undefined && plain.test(text)) return [{ text, font: 'Roboto' }];
  const runs: FontRun[] = [];
  let at = 0;
  for (const character of text) {
    const level = levels?.[at] ?? 0;
    at += character.length;
    const last = runs.at(-1);
    const font = fontAfter(last, character);
    const printed = font === null ? unknown : character;
    if (last !== undefined && last.font === (font ?? 'Roboto') && (last.level ?? 0) === level) {
      last.text += printed;
      continue;
    }
    runs.push({
      text: printed,
      font: font ?? 'Roboto',
      ...(levels && { level }),
      ...(level % 2 === 1 && { fontFeatures: fromRight }),
    });
  }
  return runs;
}

/** An accent or a joiner stays in the font of the letter before it: they are drawn together. */
function fontAfter(last: FontRun | undefined, character: string): string | null {
  const isBound = /[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character);
  return isBound && last !== undefined && hasGlyph(last.font, character) ? last.font : fontOf(character);
}
