import type { CatalogVersion } from '../../db/products/catalog.js';
import type { FilledMail } from '../../domain/forms/mail-templates.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { datesOf } from '../../domain/product/by-holding.js';
import { mailTemplatesIn } from '../../domain/product/compiled-mail.js';
import { languagesOf } from '../../domain/product/product-languages.js';
import type { FormSource } from '../making/form-source.js';

/**
 * Fills a product's template for records: as it holds in their state, in the language that the client prefers. Undefined if
 * the product has no such template.
 * @param facts the values of `mailShape`.
 */
export function fillLetter(
  { compiled }: Pick<CatalogVersion, 'compiled'>,
  { data, dataIn, clientLanguage }: FormSource,
  { template, facts }: { template: string; facts: JsonObject },
): FilledMail | undefined {
  const held = compiled.holding(data.answers, datesOf(data)).definition;
  const language = languagesOf(held).choose(clientLanguage);
  return mailTemplatesIn(held, language).fill(template, dataIn(language), facts);
}
