import { lintWarning } from '../../domain/ground/lint-issue.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import type { ParsedProductFile } from '../../domain/product/file/parsed-file.js';
import type { FileIssue } from '../../domain/product/file/product-file.js';
import { printWarnings } from '../pdf/print-warnings.js';

/** What a PDF cannot show of the translations of a product, a warning for each language: no font has the letters. */
export async function unprintableTexts(
  { translations = {}, forms = [] }: ProductDefinition,
  placeOf: ParsedProductFile['placeOf'],
): Promise<FileIssue[]> {
  if (!forms.some((form) => form.kind === 'DOCUMENT' && form.type === 'PDF')) return [];
  const issues: FileIssue[] = [];
  for (const [language, texts] of Object.entries(translations)) {
    const path = ['translations', language];
    const [warning] = await printWarnings(JSON.stringify(Object.values(texts)));
    if (warning !== undefined) issues.push({ ...lintWarning(path, warning), ...placeOf({ path }) });
  }
  return issues;
}
