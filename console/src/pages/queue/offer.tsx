import { useState } from 'react';
import { ioi, type Quote } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { answerOf } from '../../parts/answer-list.js';
import { Button } from '../../parts/button.js';
import { TextAreaField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { QuestionField } from '../../parts/questions/question-field.js';
import { t } from '../../texts/texts.js';
import { ProductQuestion, useProductQuestions } from './product-question.js';
import s from './queue.module.css';

const nothing = { percent: '', reason: '', condition: '', dueDays: '', notes: '' };

/** Approves a quote under review with changed answers, a loading or a condition, which the seller then accepts or declines. */
export function OfferChanges({
  quote,
  close,
  decided,
}: {
  quote: Quote;
  close: () => void;
  decided: () => void;
}) {
  const [draft, setDraft] = useState(nothing);
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({});
  const questions = useProductQuestions(quote);
  const { percent, reason, condition, dueDays, notes } = draft;
  const changed = questions.filter(({ qid }) => Object.hasOwn(answers, qid));
  const changes = {
    ...(changed.length > 0 && { answers }),
    ...(percent && { loading: { percent, reason } }),
    ...(condition && { conditions: [{ text: condition, ...(dueDays && { dueDays: Number(dueDays) }) }] }),
  };
  const decision = { isApproved: true, changes, ...(notes.trim() && { underwriterNotes: notes.trim() }) };
  const offer = useAction(() => ioi.quotes.decideAsUnderwriter(quote.requestId, decision), {
    done: () => t('underwriting.offered'),
    changes: [['quotes'], ['queue']],
    then: decided,
  });
  const field = (name: keyof typeof nothing, pointer?: string) => ({
    label: t(`underwriting.fields.${name}`),
    value: draft[name],
    onValue: (value: string) => setDraft({ ...draft, [name]: value }),
    ...(pointer && { error: errorAt(offer.error, pointer) }),
  });
  const remove = (qid: string) => {
    const { [qid]: _, ...others } = answers;
    setAnswers(others);
  };
  const pointerOf = (qid: string) => `/changes/answers/${qid}`;
  return (
    <FormDialog
      says={t('underwriting.offerSays')}
      action={t('underwriting.offerChanges')}
      disabled={Object.keys(changes).length === 0}
      act={offer}
      fields={[
        '/changes/loading/percent',
        '/changes/loading/reason',
        ...changed.map(({ qid }) => pointerOf(qid)),
      ]}
      close={close}
    >
      {changed.map((question) => (
        <div key={question.qid} className={s.added}>
          <QuestionField
            question={question}
            value={answers[question.qid]}
            error={errorAt(offer.error, pointerOf(question.qid))}
            onValue={(answer) => setAnswers({ ...answers, [question.qid]: answer })}
          />
          <Button look="plain" onClick={() => remove(question.qid)}>
            {t('underwriting.remove')}
          </Button>
        </div>
      ))}
      <ProductQuestion
        label={t('underwriting.fields.qid')}
        questions={questions.filter(({ qid }) => !Object.hasOwn(answers, qid))}
        value=""
        onValue={(qid) => qid && setAnswers({ ...answers, [qid]: answerOf(quote.quoteIntake, qid) ?? '' })}
      />
      <TextField {...field('percent', '/changes/loading/percent')} inputMode="decimal" />
      {percent && <TextField {...field('reason', '/changes/loading/reason')} required />}
      <TextAreaField {...field('condition')} rows={2} />
      {condition && <TextField {...field('dueDays')} type="number" min={1} max={366} />}
      <TextAreaField {...field('notes')} rows={2} />
    </FormDialog>
  );
}
