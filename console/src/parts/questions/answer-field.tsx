import type { AnswerMap, Question, QuestionInLoop } from '../../api/client.js';
import { answerAt, type Place, withAnswer } from './answer-changes.js';
import { iterationChoices } from './iteration-choices.js';
import { QuestionField } from './question-field.js';

export interface FormProps {
  answers: AnswerMap;
  /** All loops of the product, by their ids: answers can name their iterations. */
  loops: ReadonlyMap<string, Question>;
  /** What is wrong with the answer at a place; `''` if nothing. */
  errorOf: (place: Place) => string;
  change: (to: (before: AnswerMap) => AnswerMap) => void;
  /** Whether iterations are folded up: of a form that is answered already. */
  isFolded?: boolean | undefined;
}

/** The field of an answer at its place. */
export function At({
  question,
  place,
  loops,
  answers,
  errorOf,
  change,
}: FormProps & { question: QuestionInLoop; place: Place }) {
  const { iterationOf } = question;
  const loop = iterationOf === undefined ? undefined : loops.get(iterationOf);
  return (
    <QuestionField
      question={question}
      value={answerAt(answers, place)}
      error={errorOf(place)}
      iterations={loop && iterationChoices(loop, answers)}
      onValue={(answer) => change((before) => withAnswer(before, place, answer))}
    />
  );
}
