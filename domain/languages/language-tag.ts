import { z } from 'zod';

/** A language as a BCP 47 tag in its canonical form: `es`, `es-MX`, `zh-Hant`. */
export const languageTag = z
  .string()
  .min(2)
  .max(35)
  .refine(isLanguage, {
    error: 'must be the tag of a known language, such as es or es-MX',
    abort: true,
  })
  .overwrite((tag) => Intl.getCanonicalLocales(tag)[0] ?? tag);

function isLanguage(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** The language of a tag, without its script and region. */
export function languageOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

/** The tag for dates and numbers of a mail, which has no form whose region would count. */
export const localeOfMail = (language: string | null | undefined): string =>
  localeIn(language ?? 'en', 'en-US');

/** The tag for dates and numbers: a language without a region takes that of a form, so that `es` is `es-US` there. */
export function localeIn(language: string, formLocale: string): string {
  const { region } = new Intl.Locale(formLocale);
  const locale = new Intl.Locale(language);
  return locale.region !== undefined || region === undefined
    ? locale.baseName
    : new Intl.Locale(language, { region }).baseName;
}
