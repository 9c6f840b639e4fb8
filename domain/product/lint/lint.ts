import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import { packedCellIssues } from '../../rating/tables/check-packed.js';
import type { KnownTables } from '../../rating/tables/compile-table.js';
import { withoutAccepted } from '../accepted-warning.js';
import { checkProduct } from '../compile-product.js';
import type { ProductDefinition } from '../definition.js';
import { lintFlowActions } from './lint-actions.js';
import { lintBundles } from './lint-bundles.js';
import { lintCancellation } from './lint-cancellation.js';
import { lintCharges } from './lint-charges.js';
import { lintCurrency } from './lint-currency.js';
import { lintForms } from './lint-forms.js';
import { lintIdentifiers } from './lint-identifiers.js';
import { lintLanguages, lintTexts } from './lint-languages.js';
import { lintLookups } from './lint-lookups.js';
import { lintMail } from './lint-mail.js';
import { lintOverlays } from './lint-overlays.js';
import { lintPlace } from './lint-place.js';
import { lintPolicy } from './lint-policy.js';
import { lintQuestions } from './lint-questions.js';
import { lintReach } from './lint-reach.js';
import { lintReferences } from './lint-references.js';
import { lintReporting } from './lint-reporting.js';
import { linesOf, questionsOf } from './lint-walk.js';
import { UnreadColumns } from './unread-findings.js';

/**
 * All problems of a definition beyond its schema. An error means that the product cannot be asked, fired at
 * or rated as defined; it blocks import and deployment. Warnings that the definition accepts are left out.
 *
 * @param state only what holds there is checked, of a product with overlays.
 */
export function lintDefinition(definition: ProductDefinition, state?: string): LintIssue[] {
  const ofBase = lintAlone(definition);
  const unread = new UnreadColumns(ofBase);
  const ofOverlays = lintOverlays(
    definition,
    ofBase,
    (held, states) => unread.note(lintAlone(held, states)),
    state,
  );
  return withoutAccepted(
    [...unread.everywhere(), ...lintTexts(definition), ...ofOverlays],
    definition.accepted,
  );
}

/** Of the definition as it is without overlays; of what holds in some states only. */
function lintAlone(definition: ProductDefinition, states: readonly string[] = []): LintIssue[] {
  const found = [
    ...lintIdentifiers(definition),
    ...lintQuestions(definition),
    ...lintReferences(definition),
    ...lintBundles(definition),
    ...lintCharges(definition),
    ...lintFlowActions(definition),
    ...lintLookups(definition),
    ...lintCurrency(definition),
    ...lintPolicy(definition),
    ...lintReporting(definition),
    ...lintPlace(definition),
    ...lintCancellation(definition),
    ...lintForms(definition),
    ...lintMail(definition),
    ...lintLanguages(definition),
    ...packedCellIssues(definition.tables).map(({ path, message }) => lintError(pathOf(path), message)),
  ];
  const refused = [...found, ...compilerIssues(definition, found)];
  const reached = lintReach(definition, states).filter((issue) => !isKnown(issue, refused));
  return [...refused, ...reached];
}

/** The combinations of overlays have most tables in common. */
const compiledTables: KnownTables = new WeakMap();

/** Compiler errors, unless another error was found in the same place. */
function compilerIssues(definition: ProductDefinition, found: readonly LintIssue[]): LintIssue[] {
  const errors = found.filter(({ severity }) => severity === 'ERROR');
  const questions = questionPaths(definition);
  return checkProduct(definition, compiledTables).flatMap(({ path, message }) => {
    const places = questions.get(path) ?? [pathOf(path)];
    const [place = []] = places;
    const known = errors.some((error) => places.some((at) => isWithin(error.path, at)));
    return known ? [] : [lintError(place, message)];
  });
}

/** The paths of each question: the compiler names it by its id, which may occur in several places. */
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

/** Whether the same place already has an error. */
function isKnown({ path }: LintIssue, found: readonly LintIssue[]): boolean {
  return found.some((other) => {
    return other.severity === 'ERROR' && other.path.length === path.length && isWithin(other.path, path);
  });
}

function isWithin(path: LintIssue['path'], place: LintIssue['path']): boolean {
  return place.every((part, index) => path[index] === part);
}
