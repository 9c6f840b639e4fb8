import type { FormConfiguration } from '../../forms/form.js';
import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';
import { unknownCurrency } from '../../money/currency.js';
import type { ProductDefinition } from '../definition.js';
import { placedActions } from '../placed-actions.js';

/** Checks references between forms and from actions to forms. Compiling the forms checks their bindings. */
export function lintForms(definition: ProductDefinition): LintIssue[] {
  const forms = definition.forms ?? [];
  const documents = new Set(
    forms.flatMap(({ kind, formConfigId }) => (kind === 'DOCUMENT' ? [formConfigId] : [])),
  );
  return [
    ...forms.flatMap((form, index) => [
      ...lintEvaluated(form, documents, ['forms', index]),
      ...lintNeeds(form, ['forms', index]),
      ...lintLanguage(form, ['forms', index]),
      ...lintBraces(form, ['forms', index]),
    ]),
    ...lintPurposes(forms),
    ...lintActions(definition, forms),
  ];
}

function lintEvaluated(
  form: FormConfiguration,
  documents: ReadonlySet<string>,
  path: LintIssue['path'],
): LintIssue[] {
  if (form.kind !== 'EVALUATION') return [];
  const broken = form.forms.flatMap(({ formConfigId }, index) =>
    documents.has(formConfigId)
      ? []
      : [lintError([...path, 'forms', index, 'formConfigId'], `no document form has the id ${formConfigId}`)],
  );
  const isEmpty = form.forms.length === 0 && Object.keys(form.values).length === 0;
  return isEmpty ? [...broken, lintWarning(path, 'evaluating this form never has a result')] : broken;
}

/** A form that needs a policy also has its quote. */
function lintNeeds(form: FormConfiguration, path: LintIssue['path']): LintIssue[] {
  if (form.kind !== 'DOCUMENT') return [];
  const { needs, layout } = form;
  const reads = (record: string) => JSON.stringify(layout).includes(`{{${record}.`);
  if (reads('policy') && !needs.includes('policy')) return [unneeded(path, 'policy')];
  if (reads('quote') && needs.length === 0) return [unneeded(path, 'quote')];
  return [];
}

/** In lint rather than in the schema: versions that were deployed before this check must remain readable. */
function lintLanguage(form: FormConfiguration, path: LintIssue['path']): LintIssue[] {
  if (form.kind !== 'DOCUMENT') return [];
  const { locale, currency } = form;
  const unknown = unknownCurrency(currency);
  const isKnown = Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  return [
    ...(isKnown
      ? []
      : [lintError([...path, 'locale'], `"${locale}" is no known language; write a tag such as en-US`)]),
    ...(unknown === undefined ? [] : [lintError([...path, 'currency'], unknown)]),
  ];
}

/** A value in single braces would be printed as it is written. */
function lintBraces(form: FormConfiguration, path: LintIssue['path']): LintIssue[] {
  if (form.kind !== 'DOCUMENT') return [];
  const { fileName, layout } = form;
  return bracesIn({ fileName, layout }, path);
}

/** Values in single braces in the texts of a part. */
export function bracesIn(part: unknown, path: LintIssue['path']): LintIssue[] {
  return [...textsIn(part, path)].flatMap(({ text, path: at }) => {
    const [, value] = singleBraces.exec(text) ?? [];
    return value === undefined
      ? []
      : [lintWarning(at, `{${value}} is printed as it is; a value is written {{${value}}}`)];
  });
}

const singleBraces = /(?<!\{)\{\s*((?:today|[a-z]\w*(?:\.[\w-]+)+)\s*(?:\|[^{}]*)?)\}(?!\})/;

function* textsIn(
  part: unknown,
  path: LintIssue['path'],
): Generator<{ text: string; path: LintIssue['path'] }> {
  if (typeof part === 'string') yield { text: part, path };
  if (part === null || typeof part !== 'object') return;
  for (const [key, value] of Object.entries(part)) {
    yield* textsIn(value, [...path, Array.isArray(part) ? Number(key) : key]);
  }
}

function unneeded(path: LintIssue['path'], record: string): LintIssue {
  return lintWarning(path, `the form shows values of a ${record} but does not require one: add it to needs`);
}

function lintPurposes(forms: readonly FormConfiguration[]): LintIssue[] {
  const seen = new Set<string>();
  return forms.flatMap((form, index) => {
    if (form.kind !== 'DOCUMENT' || form.purpose === undefined) return [];
    if (seen.has(form.purpose)) {
      return [lintError(['forms', index, 'purpose'], `another form already has the purpose ${form.purpose}`)];
    }
    seen.add(form.purpose);
    return [];
  });
}

/** Actions for documents and evaluations must refer to an existing form. */
function lintActions(definition: ProductDefinition, forms: readonly FormConfiguration[]): LintIssue[] {
  const kinds = new Map(forms.map(({ formConfigId, kind }) => [formConfigId, kind]));
  return placedActions(definition).flatMap(({ action, path }) => {
    const formConfigId = 'formConfigId' in action ? action.formConfigId : undefined;
    if (typeof formConfigId !== 'string') return [];
    const at = [...path, 'formConfigId'];
    const kind = kinds.get(formConfigId);
    if (kind === undefined) return [lintError(at, `no form has the id ${formConfigId}`)];
    const isDocument = String(action.type) === 'DOCUMENT_GENERATION';
    return isDocument && kind !== 'DOCUMENT'
      ? [lintError(at, 'is an evaluation form, which makes no document')]
      : [];
  });
}
