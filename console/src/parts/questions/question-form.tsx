import type { Question } from '../../api/client.js';
import { t } from '../../texts/texts.js';
import { At, type FormProps } from './answer-field.js';
import type { FormSection } from './form-sections.js';
import { LoopCards } from './loop-cards.js';
import s from './questions.module.css';

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

/** The loops among questions, by their ids. */
export const loopsIn = (questions: readonly Question[]): ReadonlyMap<string, Question> =>
  new Map(questions.flatMap((each) => (each.loopDefinitionDto ? [[each.qid, each] as const] : [])));
