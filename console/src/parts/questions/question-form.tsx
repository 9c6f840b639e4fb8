import type { AnswerMap, Question, QuestionInLoop } from '../../api/client.js';
import { t } from '../../texts/texts.js';
import { answerAt, type Place, withAnswer } from './answer-changes.js';
import type { FormSection } from './form-sections.js';
import { iterationChoices } from './iteration-choices.js';
import { LoopCards } from './loop-cards.js';
import { QuestionField } from './question-field.js';
import s from './questions.module.css';

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

/** The questions of sections, with how many required answers each still needs. */
export function QuestionForm({ sections, ...props }: FormProps & { sections: readonly FormSection[] }) {
  return (
    <>
      {sections.map(({ id, group, title, questions, missing }) => (
        <section key={id} id={id} className={s.section} aria-labelledby={`${id}-title`}>
          <div className={s.sectionHead}>
            <div>
              {group !== title && <p className={s.left}>{group}</p>}
              <h2 id={`${id}-title`}>{title}</h2>
            </div>
            {missing.length > 0 && (
              <span className={s.left}>{t('sell.requiredLeft', { n: missing.length })}</span>
            )}
          </div>
          <div className={s.fields}>
            {questions.map((question) =>
              question.loopDefinitionDto ? (
                <LoopCards key={question.qid} {...props} question={question} />
              ) : (
                <At key={question.qid} {...props} question={question} place={{ qid: question.qid }} />
              ),
            )}
          </div>
        </section>
      ))}
    </>
  );
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

/** The loops among questions, by their ids. */
export const loopsIn = (questions: readonly Question[]): ReadonlyMap<string, Question> =>
  new Map(questions.flatMap((each) => (each.loopDefinitionDto ? [[each.qid, each] as const] : [])));
