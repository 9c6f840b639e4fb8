import type { AnswerMap } from '../intake/answers.js';
import { keyValuesOf } from '../intake/intake-formats.js';
import type { Line } from './line.js';
import type { DisplayedLine, DisplayedLoopQuestion, DisplayedQuestion } from './question-display.js';
import { compileQuestionTree, type QuestionTree } from './question-tree.js';

/** A question of the questions endpoint (spec 2.3) with its answer, if it has one. */
export interface AnsweredQuestion extends Omit<DisplayedQuestion, 'loopQuestions'> {
  answer?: string;
  /** For a loop: its iterations, with their questions and answers. */
  iterations?: { iterationId: string; questions: (DisplayedLoopQuestion & { answer?: string })[] }[];
}

export interface AnsweredLine extends Omit<DisplayedLine, 'display' | 'lines'> {
  display?: {
    sections: { title: string; subsections: { title: string; questions: AnsweredQuestion[] }[] }[];
  };
  lines: AnsweredLine[];
}

/** A product's question hierarchy with its answers. */
export interface AnsweredTree {
  product: AnsweredLine;
  /** As flat pairs: answers to questions that this product does not ask. */
  otherAnswers: Record<string, string>;
}

// Entries live as long as the product version of the line is in memory.
const trees = new WeakMap<Line, QuestionTree>();

/** The question hierarchy of a product version with its answers (spec 4.6, `PRODUCT_TREE`). */
export function answeredTree(root: Line, answers: AnswerMap): AnsweredTree {
  const tree = trees.get(root) ?? compileQuestionTree(root);
  trees.set(root, tree);
  const { product } = tree.display({ answers, skipLineQuestions: [], excludeQuestions: false });
  const asked = new Set<string>();
  const answered = answeredLine(product, answers, asked);
  const others = Object.entries(answers).filter(([qid]) => !asked.has(qid));
  return { product: answered, otherAnswers: keyValuesOf(Object.fromEntries(others)) };
}

function answeredLine(
  { display, lines, ...line }: DisplayedLine,
  answers: AnswerMap,
  asked: Set<string>,
): AnsweredLine {
  const answeredQuestion = (question: DisplayedQuestion): AnsweredQuestion => {
    asked.add(question.qid);
    return withAnswer(question, answers);
  };
  return {
    ...line,
    ...(display && {
      display: {
        sections: display.sections.map(({ title, subsections }) => ({
          title,
          subsections: subsections.map((subsection) => ({
            title: subsection.title,
            questions: subsection.questions.map(answeredQuestion),
          })),
        })),
      },
    }),
    lines: lines.map((child) => answeredLine(child, answers, asked)),
  };
}

function withAnswer({ loopQuestions, ...question }: DisplayedQuestion, answers: AnswerMap): AnsweredQuestion {
  const entry = Object.hasOwn(answers, question.qid) ? answers[question.qid] : undefined;
  if (entry === undefined) return question;
  if (entry.type === 'ANSWER') return { ...question, answer: entry.answer };
  return {
    ...question,
    iterations: entry.iterations.map(({ iterationId, answers: own }) => ({
      iterationId,
      questions: (loopQuestions ?? []).map((child) => {
        const answer = Object.hasOwn(own, child.qid) ? own[child.qid] : undefined;
        return answer === undefined ? child : { ...child, answer: answer.answer };
      }),
    })),
  };
}
