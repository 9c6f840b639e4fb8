import {
  answersOf,
  compileExpression,
  ExpressionError,
  isDecimal,
  RatingProblem,
} from '../expression/index.js';
import type { Json, JsonObject } from '../ground/json.js';
import type { Wording } from '../languages/wording.js';
import type { QuestionTypes } from '../questions/question-types.js';
import {
  compileDisplayConditions,
  type DisplayConditions,
  VisibleAnswers,
} from '../questions/visible-answers.js';
import { compileLayout } from './compile-layout.js';
import type { DocumentForm, EvaluationForm, FormConfiguration } from './form.js';
import type { ResolvedDocument } from './resolved.js';
import { type FormIssue, type FormPlace, report } from './values/bind.js';
import { bindCondition, bindReferences, readingScope } from './values/bind-expression.js';
import { compilePlainText } from './values/compile-text.js';
import type { FormData } from './values/form-data.js';
import { FormScope } from './values/form-scope.js';

/** A compiled document form. */
export interface CompiledDocument {
  form: DocumentForm;
  /** The form that holds for the data, where it differs by state. Default: this one. */
  holding?(data: FormData): CompiledDocument;
  /** The language that it is written in, if its product has several. */
  language: string | null;
  /** The same form in the language that a reader wants most, by a tag or an `Accept-Language` header. */
  in(accepted: string | null): CompiledDocument;
  applies(data: FormData): boolean;
  /** Fills it in. Throws a `FormProblem` if it has too many parts for a document. */
  fill(data: FormData): { document: ResolvedDocument; fileName: string };
}

/** The result of an evaluation. */
export interface Evaluation {
  /** The documents that apply, in their order. */
  formConfigIds: string[];
  values: JsonObject;
}

/** A compiled evaluation form. */
export interface CompiledEvaluation {
  form: EvaluationForm;
  /** Null if the form does not apply. */
  evaluate(data: FormData): Evaluation | null;
}

export interface CompiledForms {
  documents: ReadonlyMap<string, CompiledDocument>;
  evaluations: ReadonlyMap<string, CompiledEvaluation>;
  /** The names that they read of an event's payload; the empty name stands for all of it. */
  payloadNames: ReadonlySet<string>;
  /** Whether some form says what raised a premium, which has to be worked out. */
  saysReasons: boolean;
}

/** The languages of the product of forms. */
export interface FormLanguages {
  own: string | null;
  offered: readonly string[];
  choose(accepted: string | null): string | null;
  /** The forms in another language, with the questions whose answers they print; null for the product's own. */
  translated(language: string | null): TranslatedForms | null;
}

export interface TranslatedForms {
  forms: readonly FormConfiguration[];
  types: QuestionTypes;
  wording: Wording;
}

const oneLanguage: FormLanguages = {
  own: null,
  offered: [],
  choose: () => null,
  translated: () => null,
};

/** Compiles a product's forms. Every binding to a value that does not exist is reported with its place. */
export function compileForms(
  forms: readonly FormConfiguration[],
  types: QuestionTypes,
  issues: FormIssue[],
  languages = oneLanguage,
): CompiledForms {
  const severalLanguages = languages.offered.length > 1;
  const others = new Map<string, CompiledForms['documents']>();
  const documentsIn = (language: string) => {
    const translated = languages.translated(language);
    if (translated === null) return own.documents;
    // Lint has found what is wrong with it.
    const made =
      others.get(language) ??
      compileIn(translated, { language, severalLanguages, issues: [], reach }).documents;
    others.set(language, made);
    return made;
  };
  const reach: Reach = (form, accepted) => {
    const language = languages.choose(accepted);
    return language === null ? undefined : documentsIn(language).get(form.formConfigId);
  };
  const own = compileIn(
    { forms, types, wording: null },
    { language: languages.own, severalLanguages, issues, reach },
  );
  return own;
}

/** What is wrong with the forms in another language, by its place in the forms. */
export function issuesIn(translated: TranslatedForms): FormIssue[] {
  const issues: FormIssue[] = [];
  const { language } = translated.wording;
  compileIn(translated, { language, severalLanguages: true, issues, reach: () => undefined });
  return issues;
}

/** Finds a form in the language that a reader wants. */
type Reach = (form: DocumentForm, accepted: string | null) => CompiledDocument | undefined;

interface InLanguage {
  language: string | null;
  severalLanguages: boolean;
  issues: FormIssue[];
  reach: Reach;
}

function compileIn(
  { forms, types, wording }: Omit<TranslatedForms, 'wording'> & { wording: Wording | null },
  { language, severalLanguages, issues, reach }: InLanguage,
): CompiledForms {
  const documents = new Map<string, CompiledDocument>();
  const evaluations = new Map<string, CompiledEvaluation>();
  const payloadNames = new Set<string>();
  const scopeOf = scopeMaker(types);
  forms.forEach((form, index) => {
    const path = `forms[${index}]`;
    const isTranslated = form.kind === 'DOCUMENT' && severalLanguages;
    const place: FormPlace = {
      types,
      locals: new Map(),
      loop: null,
      path,
      issues,
      payloadNames,
      isTranslated,
    };
    if (form.kind === 'DOCUMENT') {
      const compiled = compileDocument(form, place, scopeOf, wording);
      const whole: CompiledDocument = {
        ...compiled,
        language,
        in: (accepted) => reach(form, accepted) ?? whole,
      };
      documents.set(form.formConfigId, whole);
    } else evaluations.set(form.formConfigId, compileEvaluation(form, place, scopeOf));
  });
  return {
    documents,
    evaluations,
    payloadNames,
    saysReasons: JSON.stringify(forms).includes('quote.reasons'),
  };
}

export type ScopeMaker = (data: FormData, records?: JsonObject) => FormScope;

/** Answers to invisible questions have no effect anywhere, and are not printed. */
export function scopeMaker(types: QuestionTypes): ScopeMaker {
  // Compiled on first use: a definition under lint may have conditions that do not compile.
  let conditions: DisplayConditions | undefined;
  return ({ answers, records }, more = {}) => {
    conditions ??= compileDisplayConditions(types);
    return new FormScope({ ...records, ...more }, new VisibleAnswers(answersOf(answers, types), conditions));
  };
}

function compileDocument(
  form: DocumentForm,
  place: FormPlace,
  scopeOf: ScopeMaker,
  wording: Wording | null,
): Omit<CompiledDocument, 'language' | 'in'> {
  const { locale, currency } = form;
  const textPlace = { ...place, form: { locale, currency, wording }, onEachPage: false };
  const applies = bindCondition(form.when, { ...place, path: `${place.path}.when` });
  const fileName = compilePlainText(form.fileName, { ...textPlace, path: `${place.path}.fileName` });
  const pages = compileLayout(form.layout, { ...textPlace, path: `${place.path}.layout` });
  const identity = { form: { number: form.formNumber, version: form.formVersion, name: form.name } };
  return {
    form,
    applies: (data) => applies(scopeOf(data, identity)),
    fill: (data) => {
      const scope = scopeOf(data, identity);
      return {
        fileName: fileName(scope),
        document: {
          title: form.name,
          author: textOf(data.records.organization, 'name'),
          subject: `${form.formNumber} (${form.formVersion})`,
          language: form.locale,
          createdAt: String(data.records.generatedAt ?? ''),
          ...pages(scope),
        },
      };
    },
  };
}

function compileEvaluation(form: EvaluationForm, place: FormPlace, scopeOf: ScopeMaker): CompiledEvaluation {
  const at = (path: string): FormPlace => ({ ...place, path: `${place.path}.${path}` });
  const applies = bindCondition(form.when, at('when'));
  const forms = form.forms.map(({ formConfigId, when }, index) => ({
    formConfigId,
    applies: bindCondition(when, at(`forms[${index}].when`)),
  }));
  const values = Object.entries(form.values).map(
    ([name, expression]) => [name, compileValue(expression, at(`values.${name}`))] as const,
  );
  return {
    form,
    evaluate: (data) => {
      const scope = scopeOf(data);
      if (!applies(scope)) return null;
      const formConfigIds = forms.filter((one) => one.applies(scope)).map(({ formConfigId }) => formConfigId);
      const computed = values.flatMap(([name, compute]) => {
        const value = compute(scope);
        return value === null ? [] : [[name, value] as const];
      });
      return { formConfigIds, values: Object.fromEntries(computed) };
    },
  };
}

/** A value of an evaluation; null if it cannot be computed. */
function compileValue(expression: unknown, place: FormPlace): (scope: FormScope) => Json {
  const bound = bindReferences(expression, place);
  try {
    const compiled = compileExpression(expression, place.types);
    return (scope) => {
      try {
        const value = compiled.constant ?? compiled.evaluate(readingScope(scope, bound));
        if (isDecimal(value)) return value.toNumber();
        return typeof value === 'object' ? [...value] : value;
      } catch (error) {
        if (error instanceof RatingProblem) return null;
        throw error;
      }
    };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    report(place, error.message);
    return () => null;
  }
}

function textOf(record: Json | undefined, name: string): string {
  if (record === null || typeof record !== 'object' || Array.isArray(record)) return '';
  return typeof record[name] === 'string' ? record[name] : '';
}
