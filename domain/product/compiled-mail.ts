import { type CompiledMailTemplates, compileMailTemplates } from '../forms/mail-templates.js';
import { localeOfMail } from '../languages/language-tag.js';
import { policySettingsOf } from '../policy/policy-settings.js';
import { questionTypesOf } from '../questions/question-types.js';
import type { PlanIssue } from '../rating/run/plan-issue.js';
import type { ProductDefinition } from './definition.js';
import { languagesOf } from './product-languages.js';

// Entries live as long as the product version is in memory.
const known = new WeakMap<ProductDefinition, Map<string | null, CompiledMailTemplates>>();

/** The mail templates of a product in one of its languages; null for its own. They are compiled when first needed. */
export function mailTemplatesIn(definition: ProductDefinition, language: string | null) {
  const made = known.get(definition) ?? new Map<string | null, CompiledMailTemplates>();
  known.set(definition, made);
  const templates = made.get(language) ?? compiledTemplates(definition, language, []);
  made.set(language, templates);
  return templates;
}

/** Compiles the mail templates of a product in one of its languages; null for its own. */
export function compiledTemplates(
  definition: ProductDefinition,
  language: string | null,
  issues: PlanIssue[],
): CompiledMailTemplates {
  const translated = languagesOf(definition).translated(language);
  const { mail } = translated?.definition ?? definition;
  const [own, ...others] = definition.languages ?? [];
  return compileMailTemplates(mail?.templates ?? {}, {
    types: translated?.questionTypes ?? questionTypesOf(definition.product),
    form: {
      locale: localeOfMail(translated?.language ?? own),
      currency: policySettingsOf(definition).currency,
      wording: translated,
    },
    isTranslated: others.length > 0,
    issues,
  });
}
