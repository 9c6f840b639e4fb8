import type { AnswerType } from '../expression/written.js';
import type { Line, Question } from './line.js';

/** The type of a question, for rating and conditions. */
export interface QuestionType {
  qid: string;
  answerType: AnswerType;
  /** The loop question whose iterations answer it; null for a question of the policy. */
  loop: string | null;
  /** True for a loop question itself. */
  isLoop: boolean;
  /** The question as authored; null for a reserved id that no line asks. */
  definition: Omit<Question, 'loop'> | null;
  /** Bounds on the number of iterations, for a loop question. */
  minIterations: number;
  maxIterations: number;
  /** What iterations of a loop question are called, and the template of their names. */
  named?: { label: string; name?: string | undefined };
  /** An input from a carrier's response, which nobody is asked. */
  ofCarrier?: true;
}

export type QuestionTypes = ReadonlyMap<string, QuestionType>;

/** Common client information: any client may have it, even if no line asks for it (spec 2.1). */
export const reservedQuestionIds: readonly string[] = [
  'client.name',
  'client.industry.naics',
  'client.address1',
  'client.address2',
  'client.city',
  'client.state',
  'client.zipcode',
  'client.phoneNumber',
  'client.email',
  'client.website',
  'client.contact.name',
  'client.contact.phoneNumber',
];

/**
 * Every question id of a line and its child lines, with its answer type and loop, in tree order. Inactive
 * lines ask nothing. A question of several lines is listed once; `questionConflicts` lists disagreements.
 */
export function questionTypesOf(root: Line): QuestionTypes {
  const types = new Map<string, QuestionType>();
  for (const type of askedBy(root)) if (!types.has(type.qid)) types.set(type.qid, type);
  for (const qid of reservedQuestionIds) if (!types.has(qid)) types.set(qid, reserved(qid));
  return types;
}

/** Question ids that are asked more than once with different answer types or in different loops. */
export function questionConflicts(root: Line): string[] {
  const first = new Map<string, QuestionType>();
  const conflicts = new Set<string>();
  for (const type of askedBy(root)) {
    const known = first.get(type.qid);
    if (!known) first.set(type.qid, type);
    else if (
      known.answerType !== type.answerType ||
      known.loop !== type.loop ||
      known.isLoop !== type.isLoop
    ) {
      conflicts.add(type.qid);
    }
  }
  return [...conflicts];
}

/** Question ids of a line and its child lines, without the lines that are `leftOut` and their child lines. */
export function questionIdsOf(line: Line, leftOut: (line: Line) => boolean = () => false): Set<string> {
  return new Set([...askedBy(line, leftOut)].map(({ qid }) => qid));
}

function* askedBy(line: Line, leftOut: (line: Line) => boolean = () => false): Generator<QuestionType> {
  if (!line.active || leftOut(line)) return;
  for (const section of line.display?.sections ?? []) {
    for (const subsection of section.subsections) {
      for (const question of subsection.questions) yield* typesOf(question);
    }
  }
  for (const child of line.lines) yield* askedBy(child, leftOut);
}

function* typesOf(question: Question): Generator<QuestionType> {
  const { loop, ...definition } = question;
  yield {
    ...typeOf(definition, null),
    isLoop: loop !== undefined,
    minIterations: loop?.minIterations ?? 0,
    maxIterations: loop?.maxIterations ?? Number.POSITIVE_INFINITY,
    ...(loop && { named: { label: loop.iterationLabel, name: loop.name } }),
  };
  for (const child of loop?.questions ?? []) yield typeOf(child, question.qid);
}

function typeOf(definition: Omit<Question, 'loop'>, loop: string | null): QuestionType {
  const { qid, answerType } = definition;
  return {
    qid,
    answerType,
    loop,
    isLoop: false,
    definition,
    minIterations: 0,
    maxIterations: Number.POSITIVE_INFINITY,
  };
}

function reserved(qid: string): QuestionType {
  return {
    qid,
    answerType: 'TEXT',
    loop: null,
    isLoop: false,
    definition: null,
    minIterations: 0,
    maxIterations: Number.POSITIVE_INFINITY,
  };
}
