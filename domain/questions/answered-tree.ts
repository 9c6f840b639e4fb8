import type { AnswerMap } from '../intake/answers.js';
import { keyValuesOf } from '../intake/intake-formats.js';
import type { Line } from './line.js';
import type { DisplayedLine, DisplayedLoopQuestion, DisplayedQuestion } from './question-display.js';
import { compileQuestionTree, type QuestionTree } from './question-tree.js';

/** A question as the questions endpoint shows it (spec 2.3), with what was answered; nothing where it was not. */
export interface AnsweredQuestion extends Omit<DisplayedQuestion, 'loopQuestions'> {
  answer?: string;
  /** Of a loop: each iteration with its questions and their answers. */
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
  /** As flat pairs: what the product does not ask, such as answers for other products. */
  otherAnswers: Record<string, string>;
}

// Lives as long as the version that the line belongs to is kept.
const trees = new WeakMap<Line, QuestionTree>();

/** The question hierarchy of a product version with the answers in their places (spec 4.6, `PRODUCT_TREE`). */
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
