import type { TranslatedForms } from '../forms/compile-form.js';
import { chosenLanguage } from '../languages/chosen-language.js';
import { localeIn } from '../languages/language-tag.js';
import { type Wording, wordingOf } from '../languages/wording.js';
import { type QuestionTypes, questionTypesOf } from '../questions/question-types.js';
import type { ProductDefinition } from './definition.js';
import { isTranslated, mapTexts } from './map-texts.js';

/** A product in another of its languages. */
export interface TranslatedProduct extends Wording {
  /** With all its texts in this language. Never rate with it: conditions and codes are the same, but so are its rates. */
  definition: ProductDefinition;
  questionTypes: QuestionTypes;
}

/** The languages of a product version. */
export interface ProductLanguages {
  /** The language of its own texts; null if the product does not say. */
  own: string | null;
  /** The first is its own; empty if the product does not say. */
  offered: readonly string[];
  /** The language for a reader, by an `Accept-Language` header or a tag; null if the product does not say its languages. */
  choose(accepted: string | null | undefined): string | null;
  /** The product in another of its languages; null for its own, or for none. */
  translated(language: string | null): TranslatedProduct | null;
}

// Entries live as long as the product version is in memory.
const known = new WeakMap<ProductDefinition, ProductLanguages>();

/** The languages of a version. A translation is made when somebody first reads it, and kept with the version. */
export function languagesOf(definition: ProductDefinition): ProductLanguages {
  const before = known.get(definition);
  if (before) return before;
  const { languages: offered = [] } = definition;
  const own = offered[0] ?? null;
  const made = new Map<string, TranslatedProduct>();
  const languages: ProductLanguages = {
    own,
    offered,
    choose: (accepted) => (own === null ? null : chosenLanguage(accepted, offered)),
    translated(language) {
      if (language === null || language === own || !offered.includes(language)) return null;
      const translated = made.get(language) ?? translate(definition, language);
      made.set(language, translated);
      return translated;
    },
  };
  known.set(definition, languages);
  return languages;
}

function translate(definition: ProductDefinition, language: string): TranslatedProduct {
  const wording = wordingOf(language, definition.translations?.[language]);
  const mapped = mapTexts(definition, ({ text, place }) => wording.text(text, place));
  const translated: ProductDefinition = {
    ...mapped,
    ...(mapped.forms && {
      forms: mapped.forms.map((form) =>
        isTranslated(form, definition) ? { ...form, locale: localeIn(language, form.locale) } : form,
      ),
    }),
  };
  return { ...wording, definition: translated, questionTypes: questionTypesOf(translated.product) };
}

/** The forms of a translated product, to be compiled. */
export function translatedForms(product: TranslatedProduct): TranslatedForms {
  const { definition, questionTypes: types } = product;
  return { forms: definition.forms ?? [], types, wording: product };
}
