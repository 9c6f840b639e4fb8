import { issuesIn } from '../../forms/compile-form.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { suggestion } from '../../ground/nearest.js';
import { otherPlaces, type TranslatedTexts } from '../../languages/wording.js';
import type { PlanIssue } from '../../rating/run/plan-issue.js';
import { checkedForms } from '../compile-product.js';
import { compiledTemplates } from '../compiled-mail.js';
import type { ProductDefinition } from '../definition.js';
import { missingTexts } from '../missing-texts.js';
import { languagesOf, translatedForms } from '../product-languages.js';
import { type KnownText, productTexts, valuesOf } from '../product-texts.js';

/** Texts that a missing translation's finding names. */
const namedTexts = 3;

/** Checks the languages of a product, and what its forms print in them; its texts are checked apart. */
export function lintLanguages(definition: ProductDefinition): LintIssue[] {
  const { languages = [], translations = {} } = definition;
  const [own, ...others] = languages;
  const issues = Object.keys(translations).flatMap((language): LintIssue[] => {
    const at = ['translations', language];
    if (language === own)
      return [lintError(at, `the product's own texts are in ${language}: it is the first of languages`)];
    if (others.includes(language)) return [];
    return [lintError(at, `${language} is not one of the product's languages: add it to languages`)];
  });
  const repeated = languages.flatMap((language, index) =>
    languages.indexOf(language) === index
      ? []
      : [lintError(['languages', index], `${language} is there twice`)],
  );
  if (others.length === 0) return [...issues, ...repeated];
  return [...issues, ...repeated, ...others.flatMap((language) => lintForms(definition, language))];
}

/** Checks the translations of all texts, those of overlays among them: a text is in some states, and translated once. */
export function lintTexts(definition: ProductDefinition): LintIssue[] {
  const { languages: [, ...others] = [], translations = {} } = definition;
  if (others.length === 0) return [];
  const texts = productTexts(definition);
  return others.flatMap((language) => [
    ...lintMissing(texts, definition, language),
    ...lintTranslations(texts, translations[language] ?? {}, ['translations', language]),
  ]);
}

/** What is not translated, once for each part of the product. */
function lintMissing(
  texts: readonly KnownText[],
  { translations = {} }: ProductDefinition,
  language: string,
): LintIssue[] {
  const parts = new Map<string, { path: LintIssue['path']; texts: string[] }>();
  for (const { text, paths } of missingTexts(texts, translations[language])) {
    const [path = []] = paths;
    const key = path.join('\n');
    const part = parts.get(key) ?? { path, texts: [] };
    parts.set(key, part);
    part.texts.push(text);
  }
  return [...parts.values()].map(({ path, texts: missing }) => {
    const named = missing.slice(0, namedTexts).map((text) => JSON.stringify(shortened(text)));
    const more = missing.length > namedTexts ? ', …' : '';
    const what = missing.length === 1 ? 'a text has' : `${missing.length} texts have`;
    return lintWarning(path, `${what} no translation to ${language}: ${named.join(', ')}${more}`);
  });
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** Translations of texts that do not exist, and those with other values than the text. */
function lintTranslations(
  texts: readonly KnownText[],
  translated: TranslatedTexts,
  path: LintIssue['path'],
): LintIssue[] {
  const known = new Map(texts.map((text) => [text.text, text]));
  return Object.entries(translated).flatMap(([original, translation]): LintIssue[] => {
    const at = [...path, original];
    const text = known.get(original);
    if (text === undefined) {
      const near = suggestion(original, [...known.keys()]);
      return [lintWarning(at, `the product has no such text${near}`)];
    }
    const places = typeof translation === 'string' ? [] : Object.keys(translation);
    return [
      ...places
        .filter((place) => place !== otherPlaces && !text.places.includes(place))
        .map((place) =>
          lintWarning(
            [...at, place],
            `no such place has this text; it is in ${text.places.filter(Boolean).join(', ')}`,
          ),
        ),
      ...(text.isTemplate ? lintValues(original, translation, at) : []),
    ];
  });
}

function lintValues(
  original: string,
  translation: TranslatedTexts[string],
  at: LintIssue['path'],
): LintIssue[] {
  const wanted = valuesOf(original);
  const written = typeof translation === 'string' ? [translation] : Object.values(translation);
  return written
    .filter((text) => text !== '')
    .flatMap((text) => {
      const values = valuesOf(text);
      const lacks = [...wanted].filter((value) => !values.has(value));
      const adds = [...values].filter((value) => !wanted.has(value));
      return [
        ...lacks.map((value) => lintWarning(at, `the translation lacks the value {{${value}}}`)),
        ...adds.map((value) => lintWarning(at, `the text has no value {{${value}}}`)),
      ];
    });
}

/** What the forms cannot print in another language; what is wrong with them in their own is found there. */
function lintForms(definition: ProductDefinition, language: string): LintIssue[] {
  const translated = languagesOf(definition).translated(language);
  if (translated === null) return [];
  const own = new Set(checkedForms(definition).map(({ path, message }) => `${path}\n${message}`));
  const ofMails: PlanIssue[] = [];
  compiledTemplates(definition, language, ofMails);
  return [...issuesIn(translatedForms(translated)), ...ofMails]
    .filter(({ path, message }) => !own.has(`${path}\n${message}`))
    .map(({ path, message }) => lintError(['translations', language], `${message} (${path}, translated)`));
}
