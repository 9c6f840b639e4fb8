import type { AnswerMap, Product, Question } from '../../api/client.js';
import { t } from '../../texts/texts.js';
import { Button } from '../button.js';
import { Section } from '../page.js';
import {
  answerAt,
  loopIn,
  type Place,
  withAnswer,
  withIteration,
  withoutIteration,
} from './answer-changes.js';
import { QuestionField } from './question-field.js';
import s from './questions.module.css';

interface FormProps {
  product: Product;
  answers: AnswerMap;
  /** What is wrong with the answer at a place; `''` if nothing. */
  errorOf: (place: Place) => string;
  change: (to: (before: AnswerMap) => AnswerMap) => void;
}

/** The visible questions of a product and the lines below it. */
export function QuestionForm(props: FormProps) {
  const { product } = props;
  const labels = new Map(
    allLines(product)
      .flatMap(questionsOf)
      .flatMap(({ qid, loopDefinitionDto }) =>
        loopDefinitionDto ? [[qid, loopDefinitionDto.iterationLabel] as const] : [],
      ),
  );
  return (
    <>
      {allLines(product)
        .flatMap(({ id, display }) =>
          (display?.sections ?? []).flatMap(({ title, subsections }) =>
            subsections.map((subsection) => ({
              ...subsection,
              key: `${id} ${title} ${subsection.title}`,
              section: title,
            })),
          ),
        )
        .map(({ key, section, title, questions }) => {
          const visible = questions.filter((each) => each.visible);
          if (visible.length === 0) return null;
          return (
            <Section key={key} title={section === title ? title : `${section} · ${title}`}>
              <div className={s.fields}>
                {visible.map((question) =>
                  question.loopDefinitionDto ? (
                    <Loop key={question.qid} {...props} question={question} labels={labels} />
                  ) : (
                    <At
                      key={question.qid}
                      {...props}
                      question={question}
                      place={{ qid: question.qid }}
                      labels={labels}
                    />
                  ),
                )}
              </div>
            </Section>
          );
        })}
    </>
  );
}

const allLines = (line: Product): Product[] => [line, ...line.lines.flatMap(allLines)];
const questionsOf = ({ display }: Product): Question[] =>
  (display?.sections ?? []).flatMap(({ subsections }) => subsections.flatMap(({ questions }) => questions));

type Labels = ReadonlyMap<string, string>;

function At({
  question,
  place,
  labels,
  answers,
  errorOf,
  change,
}: FormProps & { question: Omit<Question, 'loopQuestions'>; place: Place; labels: Labels }) {
  const { iterationOf } = question;
  const iterations =
    iterationOf === undefined
      ? undefined
      : loopIn(answers, iterationOf).map(
          ({ iterationId }, index) =>
            [iterationId, `${labels.get(iterationOf) ?? iterationOf} ${index + 1}`] as const,
        );
  return (
    <QuestionField
      question={question}
      value={answerAt(answers, place)}
      error={errorOf(place)}
      iterations={iterations}
      onValue={(answer) => change((before) => withAnswer(before, place, answer))}
    />
  );
}

function Loop(props: FormProps & { question: Question; labels: Labels }) {
  const { question, answers, errorOf, change } = props;
  const { qid, loopQuestions = [], loopDefinitionDto } = question;
  const {
    iterationLabel = '',
    minIterations = 0,
    maxIterations,
    iterations: known,
  } = loopDefinitionDto ?? {};
  const iterations = loopIn(answers, qid);
  const error = errorOf({ qid });
  return (
    <fieldset className={s.loop}>
      <legend>{question.question}</legend>
      {iterations.map(({ iterationId }, index) => {
        const seen = known?.find((each) => each.iterationId === iterationId)?.visibleQuestions;
        const name = `${iterationLabel} ${index + 1}`;
        return (
          <fieldset key={iterationId} className={s.iteration}>
            <legend>{name}</legend>
            <div className={s.fields}>
              {loopQuestions
                .filter((each) => seen?.includes(each.qid) ?? each.visible)
                .map((each) => (
                  <At
                    key={each.qid}
                    {...props}
                    question={each}
                    place={{ qid: each.qid, in: { loop: qid, iterationId } }}
                  />
                ))}
            </div>
            {iterations.length > minIterations && (
              <Button
                look="plain"
                onClick={() => change((before) => withoutIteration(before, qid, iterationId))}
              >
                {t('sell.remove', { name })}
              </Button>
            )}
          </fieldset>
        );
      })}
      {error && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
      {(maxIterations === undefined || iterations.length < maxIterations) && (
        <Button onClick={() => change((before) => withIteration(before, qid))}>
          {t('sell.add', { name: iterationLabel })}
        </Button>
      )}
    </fieldset>
  );
}
