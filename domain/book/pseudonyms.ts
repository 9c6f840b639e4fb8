import { createHash } from 'node:crypto';

// Replacements of the same kind and about the same length, which depend on a seed alone: the same value has the same one
// wherever it stands, and so has each word of a name.

/** Kinds of values that tell of whom something is. */
export type PersonalKind = 'NAME' | 'EMAIL' | 'PHONE' | 'WEBSITE' | 'STREET' | 'IDENTIFIER' | 'TEXT';

const [short, middle, long] = [
  'Ash Bay Elm Fern Glen Iris Lake Moss Oak Pine Reed Sage Vale Wren Yew Dale Ford Hart Kent Lane Mead Nash Rowe Shaw Todd',
  'Alder Amber Aspen Birch Brook Cedar Clover Copper Coral Dawson Ember Finch Forest Garnet Hazel Heron Indigo Ivory Jasper Juniper Laurel Linden Maple Meadow Orchid Quarry Raven River Robin Rowan Summit Violet Walnut Willow',
  'Bellflower Clearwater Cottonwood Evergreen Fairbanks Fieldstone Goldfinch Hawthorne Highlander Kingfisher Larkspur Meadowlark Nightingale Periwinkle Primrose Rosewood Sandpiper Sunflower Sycamore Thistledown Whitewater Wintergreen Yellowstone',
].map((words) => words.split(' ')) as [string[], string[], string[]];

/** Words that tell nothing, and stay. */
const common = new Set(
  (
    'llc inc co corp ltd lp llp pllc pc company corporation group holdings associates partners services sons brothers and of the ' +
    'street st avenue ave road rd lane drive dr boulevard blvd court ct circle way place suite apt unit floor north south east west ' +
    'http https www com org net'
  ).split(' '),
);

const filler =
  'as told by the insured and noted on the day of the call with nothing more to add at this time'.split(' ');

export class Pseudonyms {
  constructor(private readonly seed: string) {}

  of(kind: PersonalKind, value: string): string {
    switch (kind) {
      case 'NAME':
        return this.#words(value);
      case 'STREET':
        return this.#words(value).replace(/\d+/g, (digits) => this.#alike(digits));
      case 'EMAIL':
        return this.#email(value);
      case 'PHONE':
        return this.#phone(value);
      case 'WEBSITE':
        return value.replace(
          /^((?:https?:\/\/)?(?:www\.)?)(.*)$/i,
          (_all, scheme: string, rest: string) => `${scheme}${this.#domain(rest)}`,
        );
      case 'IDENTIFIER':
        return this.#alike(value);
      case 'TEXT':
        return value
          .split(/\s+/)
          .map((_word, index) => filler[index % filler.length])
          .join(' ');
    }
  }

  /** A number from 0 up to, but not including, a bound. */
  number(bound: number, ...parts: string[]): number {
    const hash = createHash('sha256')
      .update([this.seed, ...parts].join('\u001f'))
      .digest();
    return Number(hash.readBigUInt64BE() % BigInt(bound));
  }

  #words(text: string): string {
    return text.replace(/[\p{L}\p{M}'’]+/gu, (word) => this.#word(word));
  }

  #word(word: string): string {
    const lower = word.toLowerCase();
    if (common.has(lower) || word.length < 2) return word;
    const list = word.length <= 4 ? short : word.length <= 7 ? middle : long;
    const found = list[this.number(list.length, 'word', lower)] ?? '';
    if (word === word.toUpperCase()) return found.toUpperCase();
    return word[0] === lower[0] ? found.toLowerCase() : found;
  }

  #email(value: string): string {
    const at = value.lastIndexOf('@');
    if (at < 0) return this.#words(value);
    return `${this.#words(value.slice(0, at))}@${this.#domain(value.slice(at + 1))}`;
  }

  #domain(value: string): string {
    const [host = ''] = value.split('/');
    const [name = ''] = host.split('.');
    return `${this.#word(name).toLowerCase()}${this.number(1_000, 'domain', host.toLowerCase())}.example`;
  }

  /** In the range of numbers that nobody has. */
  #phone(value: string): string {
    const digits = value.replace(/\D/g, '');
    if (digits.length < 7) return this.#alike(value);
    const last = String(this.number(100, 'phone', digits)).padStart(2, '0');
    const replaced = `${digits.slice(0, -7)}55501${last}`;
    let place = 0;
    return value.replace(/\d/g, () => replaced[place++] ?? '0');
  }

  /** Digits for digits, letters for letters. */
  #alike(value: string): string {
    return [...value]
      .map((character, index) => {
        if (/\d/.test(character)) {
          const least = index === 0 && character !== '0' ? 1 : 0;
          return String(least + this.number(10 - least, 'digit', String(index), value));
        }
        if (!/[a-z]/i.test(character)) return character;
        const letter = String.fromCharCode(97 + this.number(26, 'letter', String(index), value));
        return character === character.toUpperCase() ? letter.toUpperCase() : letter;
      })
      .join('');
  }
}
