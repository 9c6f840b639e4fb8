import type { ProductDefinition } from './definition.js';
import { lintIdentifiers } from './lint-identifiers.js';
import type { LintIssue } from './lint-issue.js';
import { lintQuestions } from './lint-questions.js';
import { lintReferences } from './lint-references.js';

/**
 * Everything wrong with a definition that its schema cannot see. An error means that the product could not be
 * asked, fired at or rated as it says; it refuses import and deployment.
 */
export function lintDefinition(definition: ProductDefinition): LintIssue[] {
  return [...lintIdentifiers(definition), ...lintQuestions(definition), ...lintReferences(definition)];
}
