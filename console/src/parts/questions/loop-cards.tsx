import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AnswerMap, Question } from '../../api/client.js';
import { uncapitalized } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import { Button } from '../button.js';
import {
  answerAt,
  type Iteration,
  loopIn,
  type Place,
  withAnswer,
  withIteration,
  withIterationAt,
  withoutIteration,
} from './answer-changes.js';
import { At, type FormProps } from './answer-field.js';
import { askedIn } from './form-sections.js';
import { iterationChoices } from './iteration-choices.js';
import { mailingAnswers } from './mailing-address.js';
import s from './questions.module.css';

interface Removed {
  iteration: Iteration;
  index: number;
  name: string;
}

/** The iterations of a loop as cards, each with its name; one that was removed can be brought back. */
export function LoopCards(props: FormProps & { question: Question }) {
  const { question, answers, errorOf, change } = props;
  const { qid, loopDefinitionDto } = question;
  const { iterationLabel = '', maxIterations } = loopDefinitionDto ?? {};
  const iterations = loopIn(answers, qid);
  const names = new Map(iterationChoices(question, answers));
  const [removed, setRemoved] = useState<Removed>();
  const isAdding = useRef(false);
  const known = useRef(new Set(iterations.map(({ iterationId }) => iterationId)));
  const error = errorOf({ qid });
  const add = () => {
    isAdding.current = true;
    change((before) => withIteration(before, qid));
  };
  const remove = (iteration: Iteration, index: number) => {
    setRemoved({ iteration, index, name: names.get(iteration.iterationId) ?? iterationLabel });
    change((before) => withoutIteration(before, qid, iteration.iterationId));
  };
  return (
    <fieldset className={s.loop} data-invalid={error ? true : undefined}>
      <legend className={s.loopTitle}>{question.question}</legend>
      {iterations.map((iteration, index) => (
        <Card
          key={iteration.iterationId}
          {...props}
          iterationId={iteration.iterationId}
          name={names.get(iteration.iterationId) ?? iterationLabel}
          isNew={!known.current.has(iteration.iterationId)}
          isAdding={isAdding}
          remove={() => remove(iteration, index)}
        />
      ))}
      {removed && (
        <p className={s.removed} role="status">
          {t('sell.removed', { name: removed.name })}
          <Button
            look="plain"
            onClick={() => {
              change((before) => withIterationAt(before, qid, removed));
              setRemoved(undefined);
            }}
          >
            {t('sell.undo')}
          </Button>
        </p>
      )}
      {error && (
        <p className={s.error} role="alert">
          {error}
        </p>
      )}
      {(maxIterations === undefined || iterations.length < maxIterations) && (
        <Button onClick={add}>{t('sell.add', { name: uncapitalized(iterationLabel) })}</Button>
      )}
    </fieldset>
  );
}

function Card(
  props: FormProps & {
    question: Question;
    iterationId: string;
    name: string;
    isNew: boolean;
    /** Whether somebody has just asked for one more: it gets the focus. */
    isAdding: RefObject<boolean>;
    remove: () => void;
  },
) {
  const { question, iterationId, name, isNew, isAdding, remove, isFolded, answers, change } = props;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isAdding.current || !isNew) return;
    isAdding.current = false;
    card.current?.querySelector<HTMLElement>('[data-fields] :is(input, select)')?.focus();
  }, [isAdding, isNew]);
  const { qid, loopDefinitionDto } = question;
  const asked = askedIn(question, iterationId);
  const placeOf = (child: string): Place => ({ qid: child, in: { loop: qid, iterationId } });
  const address = mailingAnswers(asked, answers, (child) => answerAt(answers, placeOf(child)));
  const copyAddress = (before: AnswerMap) =>
    address.reduce((after, [child, answer]) => withAnswer(after, placeOf(child), answer), before);
  const canRemove = loopIn(answers, qid).length > (loopDefinitionDto?.minIterations ?? 0);
  const fields = (
    <div className={s.fields} data-fields>
      {asked.map((child) => (
        <At key={child.qid} {...props} question={child} place={placeOf(child.qid)} />
      ))}
    </div>
  );
  const actions = (
    <div className={s.cardActions}>
      {address.length > 0 && (
        <Button look="plain" onClick={() => change(copyAddress)}>
          {t('sell.sameAddress')}
        </Button>
      )}
      {canRemove && (
        <Button look="plain" aria-label={t('sell.remove', { name })} onClick={remove}>
          {t('sell.removeShort')}
        </Button>
      )}
    </div>
  );
  if (isFolded && !isNew)
    return (
      <details className={s.card}>
        <summary>{name}</summary>
        {fields}
        {actions}
      </details>
    );
  return (
    <section ref={card} className={s.card} aria-label={name}>
      <div className={s.cardHead}>
        <h3>{name}</h3>
        {actions}
      </div>
      {fields}
    </section>
  );
}
