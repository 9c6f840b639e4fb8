import type { Question } from './line.js';
import type { DisplayedLoopQuestion, DisplayedQuestion } from './question-display.js';
import type { VisibleAnswers } from './visible-answers.js';

/** Displays a question for the given answers, whose iterations have names by their ids. */
export type QuestionView = (scope: VisibleAnswers, names: ReadonlyMap<string, string>) => DisplayedQuestion;

interface Place {
  lineId: string;
  order: number;
}

/** Both forms of a question; the answers decide which one is displayed. */
interface Forms {
  qid: string;
  shown: DisplayedLoopQuestion;
  hidden: DisplayedLoopQuestion;
}

/** Everything that does not depend on the answers is computed here, once. */
export function compileDisplayedQuestion({ loop, ...question }: Question, place: Place): QuestionView {
  const { qid, shown, hidden } = formsOf(question, place);
  if (!loop) return (scope) => (scope.isVisible(qid) ? shown : hidden);

  const { iterationLabel, minIterations, maxIterations } = loop;
  const definition = { iterationLabel, minIterations, ...(maxIterations !== undefined && { maxIterations }) };
  const children = loop.questions.map((child, index) => formsOf(child, { ...place, order: index + 1 }));

  return (scope, names) => {
    const visible = scope.isVisible(qid);
    const iterations = scope.iterations(qid).map((iteration) => ({
      iterationId: iteration.iterationId ?? '',
      name: names.get(iteration.iterationId ?? '') ?? iterationLabel,
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
      loopQuestions: children.map((child) => (visible && seen.has(child.qid) ? child.shown : child.hidden)),
    };
  };
}

function visibleIn(scope: VisibleAnswers, children: readonly Forms[]): string[] {
  return children.filter(({ qid, shown }) => shown.visible && scope.isVisible(qid)).map(({ qid }) => qid);
}

function formsOf(question: Omit<Question, 'loop'>, { lineId, order }: Place): Forms {
  const { qid, answerType, required, defaultAnswer, answerChoices, min, max, iterationOf, condition } =
    question;
  const displayed = (visible: boolean): DisplayedLoopQuestion => ({
    qid,
    lineId,
    question: question.question,
    answerType,
    required,
    visible,
    ...(defaultAnswer !== undefined && { defaultAnswer }),
    ...(answerChoices !== undefined && { answerChoices: answerChoices.map(choiceOf) }),
    ...(min !== undefined && (typeof min === 'number' ? leastOf(min) : { minDate: min })),
    ...(max !== undefined && (typeof max === 'number' ? mostOf(max) : { maxDate: max })),
    ...(iterationOf !== undefined && { iterationOf }),
    ...(condition !== undefined && { condition }),
    order,
  });
  // Nobody is asked what is looked up.
  return { qid, shown: displayed(question.lookedUp !== true), hidden: displayed(false) };
}

/** The interface knows whole numbers as bounds (spec 2.3): those around others, which are served besides. */
function leastOf(min: number): Pick<DisplayedLoopQuestion, 'min' | 'minDecimal'> {
  return Number.isInteger(min) ? { min } : { min: Math.floor(min), minDecimal: min };
}

function mostOf(max: number): Pick<DisplayedLoopQuestion, 'max' | 'maxDecimal'> {
  return Number.isInteger(max) ? { max } : { max: Math.ceil(max), maxDecimal: max };
}

function choiceOf(choice: string | { value: string; label: string }) {
  return typeof choice === 'string' ? { value: choice, label: choice } : choice;
}
