import { en } from './en.js';
import type { Given, Leaf, TextKey, Texts } from './keys.js';

export const languages = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof languages;

const kept = 'ioi.language';
let language: Language = 'en';
let texts: Texts = en;
let faults: readonly (readonly [pattern: RegExp, text: string])[] = [];

/** Dates and numbers as in the United States, where the products are sold. */
export const localeOf = (spoken: Language): string => (spoken === 'es' ? 'es-US' : 'en-US');

export const currentLanguage = (): Language => language;

/** The language that was chosen here before, else that of the browser. */
export function preferredLanguage(): Language {
  const [chosen, ...browser] = [localStorage.getItem(kept), ...navigator.languages];
  const known = [chosen, ...browser]
    .map((each) => each?.slice(0, 2))
    .find((each) => each && each in languages);
  return (known as Language | undefined) ?? 'en';
}

/** Loads the texts of a language. Anyone who calls it renders everything again. */
export async function speak(chosen: Language, { keep = false } = {}): Promise<void> {
  const spanish = chosen === 'es' ? await import('./es.js') : undefined;
  texts = spanish?.es ?? en;
  faults = spanish?.faultsInSpanish ?? [];
  language = chosen;
  document.documentElement.lang = chosen;
  if (keep) localStorage.setItem(kept, chosen);
}

/** A text in the current language: `t('clients.count', { n: 3 })`. Call it while rendering, not when a module loads. */
export function t<K extends TextKey>(key: K, ...[parameters]: Given<K>): string {
  const found = key
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], texts) as Leaf;
  const values: Record<string, string | number> = parameters ?? {};
  const text = typeof found === 'string' ? found : found[pluralOf(Number(values.n))];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number'
      ? value.toLocaleString(localeOf(language))
      : isolated(String(value ?? ''));
  });
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A name in a script that is written from the right must not turn the words around it. */
const isolated = (value: string): string => (rightToLeft.test(value) ? `\u2068${value}\u2069` : value);

function pluralOf(n: number): 'one' | 'other' {
  return new Intl.PluralRules(language).select(n) === 'one' ? 'one' : 'other';
}

/** The word for a value of the interface, such as a state; a value without a word is shown in lower case. */
export function word(group: keyof typeof en.words, value: string): string {
  const words: Record<string, string | undefined> = texts.words[group];
  return words[value] ?? value.toLowerCase().replaceAll('_', ' ');
}

/** What a check of the service says of a field, as far as the language has words for it. */
export function sentenceOfFault(detail: string): string {
  const [pattern, text] = faults.find(([each]) => each.test(detail)) ?? [];
  return pattern && text ? detail.replace(pattern, text) : detail;
}
