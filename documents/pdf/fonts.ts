import { createRequire } from 'node:module';
import path from 'node:path';
import type { TFontDictionary, TFontFamilyTypes } from 'pdfmake/interfaces.js';
import { SharedFont } from './shared-font.js';

const require = createRequire(import.meta.url);

interface Family {
  faces: TFontFamilyTypes;
  /** Those that it is asked for: files are opened for documents that need them only. */
  characters: RegExp;
}

function family(regular: string, bold: string, characters: RegExp): Family {
  return { faces: { normal: regular, bold, italics: regular, bolditalics: bold }, characters };
}

/** A font of the packages that embed Noto in PDFs. */
function embedded(name: string, file: string, characters: RegExp): Family {
  const folder = path.join(path.dirname(require.resolve(`@embedpdf/fonts-${name}`)), '../fonts');
  const face = (weight: string) => path.join(folder, file.replace('*', weight));
  return family(face('Regular'), face('Bold'), characters);
}

/** A font of the packages of Google's fonts. */
function google(name: string, font: string, characters: RegExp): Family {
  const face = (weight: string) =>
    require.resolve(`@expo-google-fonts/${name}/${weight}/${font}_${weight}.ttf`);
  return family(face('400Regular'), face('700Bold'), characters);
}

const { Roboto = {} } = require('pdfmake/fonts/Roboto.js') as TFontDictionary;

/** In the order in which they are asked for a character. */
const families: Readonly<Record<string, Family>> = {
  // Latin, Greek and Cyrillic scripts.
  Roboto: { faces: Roboto, characters: /./s },
  Arabic: embedded('arabic', 'NotoNaskhArabic-*.ttf', /\p{Script_Extensions=Arabic}/u),
  Hebrew: embedded('hebrew', 'NotoSansHebrew-*.ttf', /\p{Script=Hebrew}/u),
  Korean: embedded('kr', 'NotoSansKR-*.otf', /\p{Script=Hangul}/u),
  Devanagari: google('noto-sans-devanagari', 'NotoSansDevanagari', /\p{Script_Extensions=Devanagari}/u),
  Thai: google('noto-sans-thai', 'NotoSansThai', /\p{Script=Thai}/u),
  Emoji: google('noto-emoji', 'NotoEmoji', /[\p{Extended_Pictographic}\p{Emoji_Component}]/u),
  // Also Japanese, and signs of any script.
  Chinese: embedded('sc', 'NotoSansHans-*.otf', /\P{ASCII}/u),
};

/** Every font that a document may embed. */
export const fonts: TFontDictionary = Object.fromEntries(
  Object.entries(families).map(([name, { faces }]) => [name, faces]),
);

/** Every font file, opened at its first use, for all documents of this thread. */
export const sharedFonts: ReadonlyMap<string, SharedFont> = new Map(
  Object.values(fonts)
    .flatMap((faces) => Object.values(faces).map(String))
    .map((file) => [file, new SharedFont(file)]),
);

const known = new Map<string, string | null>();

/** The font for a character; null if none has it. */
export function fontOf(character: string): string | null {
  const before = known.get(character);
  if (before !== undefined) return before;
  const asked = Object.entries(families).filter(([, { characters }]) => characters.test(character));
  const font = isInvisible(character)
    ? 'Roboto'
    : (asked.find(([name]) => hasGlyph(name, character))?.[0] ?? null);
  known.set(character, font);
  return font;
}

function isInvisible(character: string): boolean {
  return /[\n\t\p{Default_Ignorable_Code_Point}]/u.test(character);
}

export function hasGlyph(font: string, character: string): boolean {
  const face = sharedFonts.get(String(fonts[font]?.normal));
  return face?.has(character.codePointAt(0) ?? 0) ?? false;
}

/** The characters of a text that no font has, each once. */
export function unprintable(text: string): string[] {
  return [...new Set(text.normalize('NFC'))].filter((character) => fontOf(character) === null);
}
