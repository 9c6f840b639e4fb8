import { type AnswerScope, compileCondition } from '../expression/index.js';
import type { Question } from './line.js';
import type { DisplayedLoopQuestion, DisplayedQuestion } from './question-display.js';
import type { QuestionTypes } from './question-types.js';

/** A question as it is shown, given the answers. */
export type QuestionView = (scope: AnswerScope) => DisplayedQuestion;

interface Place {
  lineId: string;
  order: number;
  types: QuestionTypes;
}

type PlainQuestion = Omit<Question, 'loop'>;
type Visibility = (scope: AnswerScope) => boolean;

/** A loop question's child: what never changes about it, and when it is visible. */
interface LoopChild {
  shown: DisplayedLoopQuestion;
  hidden: DisplayedLoopQuestion;
  isVisible: Visibility;
}

/** Everything that the answers do not change is made here, once; a view only chooses. */
export function compileDisplayedQuestion({ loop, ...question }: Question, place: Place): QuestionView {
  const { shown, hidden, isVisible } = compileChild(question, place);
  if (!loop) return (scope) => (isVisible(scope) ? shown : hidden);

  const { iterationLabel, minIterations, maxIterations } = loop;
  const definition = { iterationLabel, minIterations, ...(maxIterations !== undefined && { maxIterations }) };
  const children = loop.questions.map((child, index) => compileChild(child, { ...place, order: index + 1 }));

  return (scope) => {
    const visible = isVisible(scope);
    const iterations = scope.iterations(question.qid).map((iteration) => ({
      iterationId: iteration.iterationId ?? '',
      visibleQuestions: visible ? visibleIn(iteration, children) : [],
    }));
    const seen = new Set(
      iterations.length > 0
        ? iterations.flatMap(({ visibleQuestions }) => visibleQuestions)
        : visibleIn(scope, children),
    );
    return {
      ...(visible ? shown : hidden),
      loopDefinitionDto: { ...definition, ...(iterations.length > 0 && { iterations }) },
      loopQuestions: children.map((child) =>
        visible && seen.has(child.shown.qid) ? child.shown : child.hidden,
      ),
    };
  };
}

function visibleIn(scope: AnswerScope, children: readonly LoopChild[]): string[] {
  return children.filter((child) => child.isVisible(scope)).map((child) => child.shown.qid);
}

function compileChild(question: PlainQuestion, { lineId, order, types }: Place): LoopChild {
  const {
    qid,
    question: text,
    answerType,
    required,
    defaultAnswer,
    answerChoices,
    min,
    max,
    condition,
  } = question;
  const displayed = (visible: boolean): DisplayedLoopQuestion => ({
    qid,
    lineId,
    question: text,
    answerType,
    required,
    visible,
    ...(defaultAnswer !== undefined && { defaultAnswer }),
    ...(answerChoices !== undefined && { answerChoices: answerChoices.map(choiceOf) }),
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(condition !== undefined && { condition }),
    order,
  });
  return {
    shown: displayed(true),
    hidden: displayed(false),
    isVisible: condition === undefined ? () => true : compileCondition(condition, types),
  };
}

function choiceOf(choice: string | { value: string; label: string }) {
  return typeof choice === 'string' ? { value: choice, label: choice } : choice;
}
