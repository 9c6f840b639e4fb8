/** How a kind of place is compared: both sides folded to one writing. */
export interface PlaceNames {
  fold(name: string): string;
  /** Whether a folded name is a code, such as a ZIP code: an answer that is none may be any place where a hold names codes. */
  isCode(folded: string): boolean;
}

const upper = (text: string) => text.normalize('NFKC').trim().toUpperCase();

export const stateNames: PlaceNames = {
  fold: upper,
  isCode: (folded) => /^[A-Z]{2}$/.test(folded),
};

/** `33139 1234`, `33139-1234` and `331391234` are all in 33139. */
export const zipNames: PlaceNames = {
  fold: (name) => /^(\d{5})(?:\d{4})?(?!\d)/.exec(upper(name))?.[1] ?? upper(name),
  isCode: (folded) => /^\d{5}$/.test(folded),
};

/** `St. John's County` and `Saint Johns`, `Miami Dade` and `Miami-Dade` are the same. No form is known for them. */
export const countyNames: PlaceNames = {
  fold: (name) => {
    const words = upper(name)
      .normalize('NFD')
      .replace(/[\p{M}'’.]/gu, '')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '');
    const bare = words.length > 1 && kinds.has(words.at(-1) ?? '') ? words.slice(0, -1) : words;
    return bare.map((word) => short.get(word) ?? word).join('');
  },
  isCode: () => false,
};

const kinds: ReadonlySet<string> = new Set(['COUNTY', 'PARISH', 'BOROUGH']);
const short: ReadonlyMap<string, string> = new Map([
  ['SAINT', 'ST'],
  ['SAINTE', 'STE'],
]);
