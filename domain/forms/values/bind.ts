import { isDecimal, type Value } from '../../expression/index.js';
import type { AnswerType } from '../../expression/written.js';
import type { Json } from '../../ground/json.js';
import type { QuestionType, QuestionTypes } from '../../questions/question-types.js';
import type { VisibleAnswers } from '../../questions/visible-answers.js';
import {
  type DataKind,
  type DataObject,
  type DataShape,
  formDataShape,
  isList,
  isObject,
  shapeAt,
} from './data-shape.js';
import { valueAt } from './form-data.js';
import type { FormScope, Local } from './form-scope.js';

/** A fault of a form, with its place: `layout.content[2].text`. */
export interface FormIssue {
  path: string;
  message: string;
}

type LocalShape = { loop: string } | { item: DataObject };

/** The place in a form where something is compiled, with the values that can be read there. */
export interface FormPlace {
  types: QuestionTypes;
  locals: ReadonlyMap<string, LocalShape>;
  /** The loop of the current iteration, or null. */
  loop: string | null;
  path: string;
  issues: FormIssue[];
  /** The product has several languages. */
  isTranslated?: boolean;
  /** The names that the forms read of an event's payload. */
  payloadNames: Set<string>;
}

/** A value that a form reads. */
export interface Bound {
  kind: DataKind;
  read(scope: FormScope): Json | undefined;
  /** The question, if the value is an answer to one with choices. */
  question?: QuestionType;
}

/** A list that a form repeats parts for. */
export interface BoundList {
  /** The shape of the rows' own values. */
  local: LocalShape;
  rows(scope: FormScope): Local[];
}

/** The place of a part, by its name or index. */
export function below(place: FormPlace, part: string | number): FormPlace {
  const path = typeof part === 'number' ? `${place.path}[${part}]` : `${place.path}.${part}`;
  return { ...place, path };
}

export function report({ issues, path }: FormPlace, message: string): undefined {
  issues.push({ path, message });
  return undefined;
}

/** Resolves a path to a value; undefined, with an issue, if there is no such value. */
export function bindValue(path: string, place: FormPlace): Bound | undefined {
  const [root = '', ...names] = path.split('.');
  const rest = names.join('.');
  if (root === 'answers') return bindAnswer(rest, place, null);
  const local = place.locals.get(root);
  if (local !== undefined) {
    if (rest === 'rowNumber') return { kind: 'number', read: (scope) => scope.local(root)?.rowNumber };
    if ('loop' in local) return bindAnswer(rest, place, { alias: root, loop: local.loop });
    const shape = names.length === 0 ? undefined : shapeAt(local.item, names);
    return boundTo(shape, path, place, (scope) => valueAt(itemOf(scope, root), names));
  }
  noteReading(place, root, names);
  const shape = shapeAt(formDataShape, [root, ...names]);
  return boundTo(shape, path, place, (scope) => valueAt(scope.records, [root, ...names]));
}

function noteReading({ payloadNames }: FormPlace, root: string, [name = '']: readonly string[]): void {
  if (root === 'event') payloadNames.add(name);
}

function boundTo(
  shape: DataShape | undefined,
  path: string,
  place: FormPlace,
  read: Bound['read'],
): Bound | undefined {
  if (shape === undefined) return report(place, `there is no value "${path}" here`);
  if (isList(shape)) return report(place, `"${path}" is a list; repeat something for it`);
  if (isObject(shape) && shape.open !== true)
    return report(place, `"${path}" is a group of values; name one of them`);
  return { kind: typeof shape === 'string' ? shape : 'any', read };
}

function bindAnswer(
  qid: string,
  place: FormPlace,
  row: { alias: string; loop: string } | null,
): Bound | undefined {
  const question = place.types.get(qid);
  if (question === undefined) {
    const reference = [...place.types.values()].find(
      (type) => type.definition?.iterationOf !== undefined && qid.startsWith(`${type.qid}.`),
    );
    return reference
      ? bindReferred(reference, qid.slice(reference.qid.length + 1), place, row)
      : report(place, `no line asks the question "${qid}"`);
  }
  if (question.isLoop) return report(place, `"${qid}" is a loop; repeat something for it`);
  const loop = row?.loop ?? null;
  if (question.loop !== null && question.loop !== loop) {
    return report(
      place,
      `"${qid}" is answered within the loop "${question.loop}" and cannot be read from here`,
    );
  }
  const answerOf = (scope: FormScope): Value | null => {
    const local = row === null ? undefined : scope.local(row.alias);
    return local !== undefined && 'iteration' in local
      ? local.iteration.answer(qid)
      : scope.answers.answer(qid);
  };
  return {
    kind: kindOf(question.answerType),
    read: (scope) => jsonOf(answerOf(scope)),
    ...(question.definition?.answerChoices !== undefined && { question }),
  };
}

/** An answer of the iteration that another answer names: `vehicle.driver.driver.name`. */
function bindReferred(
  reference: QuestionType,
  qid: string,
  place: FormPlace,
  row: { alias: string; loop: string } | null,
): Bound | undefined {
  const loop = reference.definition?.iterationOf ?? '';
  const question = place.types.get(qid);
  if (question?.loop !== loop) return report(place, `"${loop}" does not ask the question "${qid}"`);
  const named = bindAnswer(reference.qid, place, row);
  // The iterations of a document stay the same; they are indexed once.
  const indexed = new WeakMap<readonly VisibleAnswers[], ReadonlyMap<string, VisibleAnswers>>();
  return (
    named && {
      kind: kindOf(question.answerType),
      read: (scope) => {
        const name = String(named.read(scope) ?? '').toLowerCase();
        const iterations = scope.answers.iterations(loop);
        const byId = indexed.get(iterations) ?? indexById(iterations);
        indexed.set(iterations, byId);
        const iteration = byId.get(name) ?? iterations[Number(name) - 1];
        return jsonOf(iteration?.answer(qid) ?? null);
      },
      ...(question.definition?.answerChoices !== undefined && { question }),
    }
  );
}

/** The first iteration of each id. */
function indexById(iterations: readonly VisibleAnswers[]): ReadonlyMap<string, VisibleAnswers> {
  const reversed = [...iterations].reverse();
  return new Map(reversed.map((iteration) => [iteration.iterationId?.toLowerCase() ?? '', iteration]));
}

/** Resolves a path to a list; undefined, with an issue, if there is no such list. */
export function bindList(path: string, place: FormPlace): BoundList | undefined {
  const [root = '', ...names] = path.split('.');
  if (root === 'answers') return bindIterations(names.join('.'), place);
  const local = place.locals.get(root);
  if (local !== undefined && 'loop' in local) return report(place, `"${path}" is no list`);
  if (local === undefined) noteReading(place, root, names);
  const shape = local === undefined ? shapeAt(formDataShape, [root, ...names]) : shapeAt(local.item, names);
  if (shape === undefined) return report(place, `there is no list "${path}" here`);
  const item = isList(shape)
    ? shape.list
    : shape === 'any' || (isObject(shape) && shape.open)
      ? anything
      : undefined;
  if (item === undefined) return report(place, `"${path}" is no list`);
  return {
    local: { item },
    rows: (scope) => {
      const value =
        local === undefined ? valueAt(scope.records, [root, ...names]) : valueAt(itemOf(scope, root), names);
      return Array.isArray(value) ? value.map((one, index) => ({ item: one, rowNumber: index + 1 })) : [];
    },
  };
}

const anything: DataObject = { object: {}, open: true };

function bindIterations(qid: string, place: FormPlace): BoundList | undefined {
  const question = place.types.get(qid);
  if (question === undefined) return report(place, `no line asks the question "${qid}"`);
  if (!question.isLoop) return report(place, `"${qid}" is not a loop`);
  return {
    local: { loop: qid },
    rows: (scope) => {
      if (!scope.answers.isVisible(qid)) return [];
      return scope.answers.iterations(qid).map((iteration, index) => ({ iteration, rowNumber: index + 1 }));
    },
  };
}

/** The place within rows whose values have a name. */
export function withinRows(place: FormPlace, alias: string, { local }: BoundList): FormPlace {
  if (alias === 'answers' || Object.hasOwn(formDataShape.object, alias)) {
    report(place, `"${alias}" is the name of something else; name the row otherwise`);
  }
  return {
    ...place,
    locals: new Map(place.locals).set(alias, local),
    loop: 'loop' in local ? local.loop : place.loop,
  };
}

function itemOf(scope: FormScope, alias: string): Json | undefined {
  const local = scope.local(alias);
  return local !== undefined && 'item' in local ? local.item : undefined;
}

export function jsonOf(value: Value | null): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  return isDecimal(value) ? value.toFixed() : [...(value as readonly string[])];
}

/** The kind of an answer's value. */
export function kindOf(answerType: AnswerType): DataKind {
  switch (answerType) {
    case 'MONEY':
      return 'money';
    case 'NUMBER':
      return 'number';
    case 'PERCENT':
      return 'percent';
    case 'DATE':
      return 'date';
    case 'BOOLEAN':
      return 'boolean';
    case 'TEXT':
    case 'SELECT':
    case 'MULTI_SELECT':
      return 'text';
  }
}
