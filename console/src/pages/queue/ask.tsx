import { useState } from 'react';
import { ioi, type Quote } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { TextAreaField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { t } from '../../texts/texts.js';
import { ProductQuestion, useProductQuestions } from './product-question.js';

/** Asks the seller of a quote under review; each line is a question. */
export function AskSeller({ quote, close }: { quote: Quote; close: () => void }) {
  const { requestId: quoteId } = quote;
  const asked = useProductQuestions(quote);
  const [text, setText] = useState('');
  const [questionId, setQuestionId] = useState('');
  const [dueOn, setDueOn] = useState('');
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const questions = lines.map((line, index) => ({
    text: line,
    ...(questionId && index === 0 && { questionId }),
  }));
  const ask = useAction(
    () => ioi.quotes.requestInformation(quoteId, { questions, ...(dueOn && { dueOn }) }),
    {
      done: () => t('underwriting.asked'),
      changes: [['quotes'], ['queue']],
      then: close,
    },
  );
  return (
    <FormDialog
      action={t('underwriting.ask')}
      disabled={questions.length === 0}
      act={ask}
      fields={['/questions', '/questions/0/questionId', '/dueOn']}
      close={close}
    >
      <TextAreaField
        label={t('underwriting.questions')}
        hint={t('underwriting.questionsHint')}
        value={text}
        error={errorAt(ask.error, '/questions')}
        onValue={setText}
        required
      />
      <ProductQuestion
        label={t('underwriting.questionId')}
        hint={t('underwriting.questionIdHint')}
        questions={asked}
        value={questionId}
        onValue={(qid) => {
          setQuestionId(qid);
          const words = asked.find((each) => each.qid === qid)?.question;
          if (words && text.trim() === '') setText(words);
        }}
      />
      <TextField
        label={t('underwriting.due')}
        type="date"
        value={dueOn}
        error={errorAt(ask.error, '/dueOn')}
        onValue={setDueOn}
      />
    </FormDialog>
  );
}
