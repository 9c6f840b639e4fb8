import type { z } from 'zod';
import type { AnswerType } from '../../../domain/expression/written.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';
import { type Line, line } from '../../../domain/questions/line.js';
import { type QuestionTypes, questionTypesOf } from '../../../domain/questions/question-types.js';
import { compilePlan } from '../../../domain/rating/plan/compile-plan.js';
import type { CompiledPlan } from '../../../domain/rating/plan/compiled-plan.js';
import { type RatingPlan, ratingPlan } from '../../../domain/rating/plan/plan.js';
import type { QuotedRating, RatingResult } from '../../../domain/rating/run/result.js';
import { type RatingTable, ratingTable } from '../../../domain/rating/tables/table.js';

type QuestionInput = {
  qid: string;
  answerType: AnswerType;
  required?: boolean;
  defaultAnswer?: string;
  answerChoices?: string[];
  min?: number | string;
  max?: number | string;
  iterationOf?: string;
  condition?: object;
  loop?: { minIterations?: number; maxIterations?: number; questions: QuestionInput[] };
};

/** A line that asks the given questions. */
export function aLine(questions: QuestionInput[]): Line {
  const asked = questions.map(({ loop, ...question }) => ({
    question: question.qid,
    ...question,
    ...(loop && {
      loop: {
        iterationLabel: 'One',
        ...loop,
        questions: loop.questions.map((child) => ({ question: child.qid, ...child })),
      },
    }),
  }));
  return line.parse({
    id: '11111111-1111-1111-1111-111111111111',
    title: 'Line',
    clientType: 'COMMERCIAL',
    display: { sections: [{ title: 'A', subsections: [{ title: 'B', questions: asked }] }] },
  });
}

/** Questions that most tests get by with. */
export const commonQuestions: QuestionInput[] = [
  { qid: 'sales', answerType: 'MONEY', min: 0, max: 1000000 },
  { qid: 'employees', answerType: 'NUMBER' },
  { qid: 'state', answerType: 'SELECT', answerChoices: ['CA', 'NY', 'TX'] },
  { qid: 'note', answerType: 'TEXT' },
  { qid: 'sprinklers', answerType: 'BOOLEAN' },
  { qid: 'founded', answerType: 'DATE' },
  {
    qid: 'locations',
    answerType: 'TEXT',
    loop: {
      questions: [
        { qid: 'location.area', answerType: 'NUMBER' },
        { qid: 'location.state', answerType: 'SELECT', answerChoices: ['CA', 'NY', 'TX'] },
      ],
    },
  },
];

export const commonTypes: QuestionTypes = questionTypesOf(aLine(commonQuestions));

export function aTable(table: z.input<typeof ratingTable>): RatingTable {
  return ratingTable.parse(table);
}

export type PlanInput = Partial<z.input<typeof ratingPlan>>;

/** A plan of one coverage of 100, but for what is given. */
export function aPlan(plan: PlanInput = {}): RatingPlan {
  return ratingPlan.parse({ title: 'Plan', coverages: [aCoverage('MAIN', [set(100)])], ...plan });
}

export function aCoverage(code: string, steps: object[], more: object = {}) {
  return { code, title: code, type: 'Coverages', steps, ...more } as PlanInput['coverages'] extends
    | (infer C)[]
    | undefined
    ? C
    : never;
}

export function set(by: unknown) {
  return { name: 'Base', op: 'set', by };
}

export function compiled(
  plan: PlanInput,
  tables: Record<string, z.input<typeof ratingTable>> = {},
  types: QuestionTypes = commonTypes,
): CompiledPlan {
  const parsed = Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, aTable(table)]));
  return compilePlan(aPlan(plan), parsed, types);
}

/** Answers by question id; a list stands for a loop with one item an iteration. */
export function answers(given: Record<string, string | Record<string, string>[]>): AnswerMap {
  const map: AnswerMap = {};
  for (const [qid, answer] of Object.entries(given)) {
    map[qid] =
      typeof answer === 'string'
        ? { type: 'ANSWER', qid, answer }
        : {
            type: 'LOOP',
            qid,
            iterations: answer.map((own, index) => ({
              iterationId: iterationId(index),
              answers: Object.fromEntries(
                Object.entries(own).map(([child, text]) => [
                  child,
                  { type: 'ANSWER', qid: child, answer: text },
                ]),
              ),
            })),
          };
  }
  return map;
}

export function iterationId(index: number): string {
  return `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`;
}

export function rate(
  plan: CompiledPlan,
  given: Record<string, string | Record<string, string>[]> = {},
): RatingResult {
  return plan.rate({ answers: answers(given), effectiveDate: '2026-01-01' });
}

export function quoted(result: RatingResult): QuotedRating {
  if (result.outcome !== 'QUOTED') throw new Error(`declined: ${JSON.stringify(result.messages)}`);
  return result;
}

/** The messages of a declined rating, without their texts. */
export function refusals(result: RatingResult) {
  if (result.outcome !== 'DECLINED') throw new Error(`quoted at ${result.premium}`);
  return result.messages.map(({ severity: _severity, message: _message, ...rest }) => rest);
}
