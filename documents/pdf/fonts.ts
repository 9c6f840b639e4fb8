import { createRequire } from 'node:module';
import path from 'node:path';
import type { TFontDictionary } from 'pdfmake/interfaces.js';
import { SharedFont } from './shared-font.js';

const require = createRequire(import.meta.url);
const han = path.join(path.dirname(require.resolve('@embedpdf/fonts-sc')), '../fonts');
const hanRegular = path.join(han, 'NotoSansHans-Regular.otf');
const hanBold = path.join(han, 'NotoSansHans-Bold.otf');
const roboto = require('pdfmake/fonts/Roboto.js') as TFontDictionary;

/**
 * Latin, Greek and Cyrillic scripts from the first; other scripts, above all Chinese and Japanese, from the
 * second.
 */
const fontNames = ['Roboto', 'NotoSansHans'] as const;
type FontName = (typeof fontNames)[number];

/** Every font that a document may embed. */
export const fonts: TFontDictionary = {
  ...roboto,
  NotoSansHans: { normal: hanRegular, bold: hanBold, italics: hanRegular, bolditalics: hanBold },
};

/** Every font file, open for all documents of this thread. */
export const sharedFonts: ReadonlyMap<string, SharedFont> = new Map(
  Object.values(fonts)
    .flatMap((faces) => Object.values(faces).map(String))
    .map((file) => [file, new SharedFont(file)]),
);

/** Printed for a character that neither font has, such as an emoji. */
const unknown = '?';

/** A piece of text in one font. */
export interface FontRun {
  text: string;
  font: FontName;
}

/** Splits a text by the fonts that have its characters, so that none is printed as an empty box. */
export function fontRuns(text: string): FontRun[] {
  const runs: FontRun[] = [];
  for (const character of text.normalize('NFC')) {
    const font = fontOf(character);
    const printed = font === null ? unknown : character;
    const last = runs.at(-1);
    if (last !== undefined && last.font === (font ?? 'Roboto')) last.text += printed;
    else runs.push({ text: printed, font: font ?? 'Roboto' });
  }
  return runs;
}

const known = new Map<string, FontName | null>();

function fontOf(character: string): FontName | null {
  const before = known.get(character);
  if (before !== undefined) return before;
  const codePoint = character.codePointAt(0) ?? 0;
  const isSpace = character === '\n' || character === '\t';
  const font = isSpace ? 'Roboto' : (fontNames.find((name) => faceOf(name)?.has(codePoint)) ?? null);
  known.set(character, font);
  return font;
}

function faceOf(name: FontName): SharedFont | undefined {
  return sharedFonts.get(String(fonts[name]?.normal));
}
