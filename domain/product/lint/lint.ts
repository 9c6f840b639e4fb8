import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import { checkProduct } from '../compile-product.js';
import type { ProductDefinition } from '../definition.js';
import { lintFlowActions } from './lint-actions.js';
import { lintBundles } from './lint-bundles.js';
import { lintForms } from './lint-forms.js';
import { lintIdentifiers } from './lint-identifiers.js';
import { lintPolicy } from './lint-policy.js';
import { lintQuestions } from './lint-questions.js';
import { lintReach } from './lint-reach.js';
import { lintReferences } from './lint-references.js';
import { linesOf, questionsOf } from './lint-walk.js';

/**
 * Everything wrong with a definition that its schema cannot see. An error means that the product could not be
 * asked, fired at or rated as it says; it refuses import and deployment.
 */
export function lintDefinition(definition: ProductDefinition): LintIssue[] {
  const found = [
    ...lintIdentifiers(definition),
    ...lintQuestions(definition),
    ...lintReferences(definition),
    ...lintBundles(definition),
    ...lintFlowActions(definition),
    ...lintPolicy(definition),
    ...lintForms(definition),
  ];
  const refused = [...found, ...compilerIssues(definition, found)];
  return [...refused, ...lintReach(definition).filter((issue) => !isKnown(issue, refused))];
}

/** What the compiler refuses, where nothing was found in the same place already. */
function compilerIssues(definition: ProductDefinition, found: readonly LintIssue[]): LintIssue[] {
  const errors = found.filter(({ severity }) => severity === 'ERROR');
  const questions = questionPaths(definition);
  return checkProduct(definition).flatMap(({ path, message }) => {
    const places = questions.get(path) ?? [pathOf(path)];
    const [place = []] = places;
    const known = errors.some((error) => places.some((at) => isWithin(error.path, at)));
    return known ? [] : [lintError(place, message)];
  });
}

/** The compiler names a question by its id; the file has it in one or more places. */
function questionPaths({ product }: ProductDefinition): Map<string, LintIssue['path'][]> {
  const paths = new Map<string, LintIssue['path'][]>();
  for (const { question, path } of [...linesOf(product)].flatMap((line) => [...questionsOf(line)])) {
    const name = `question "${question.qid}"`;
    paths.set(name, [...(paths.get(name) ?? []), path]);
  }
  return paths;
}

/** `tables.rates.rows[3]` as `['tables', 'rates', 'rows', 3]`. */
function pathOf(text: string): LintIssue['path'] {
  return [...text.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, name]) =>
    index === undefined ? (name ?? '') : Number(index),
  );
}

/** Said of the same place already, as an error. */
function isKnown({ path }: LintIssue, found: readonly LintIssue[]): boolean {
  return found.some((other) => {
    return other.severity === 'ERROR' && other.path.length === path.length && isWithin(other.path, path);
  });
}

function isWithin(path: LintIssue['path'], place: LintIssue['path']): boolean {
  return place.every((part, index) => path[index] === part);
}
