import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { answerErrors } from '../../../api/answer-errors.js';
import { type AnswerMap, ioi, type Product, type QuoteMessage } from '../../../api/client.js';
import { questionsOf } from '../../../api/questions.js';
import { byQid } from '../../../parts/answer-list.js';
import { TextField } from '../../../parts/field.js';
import { QuestionForm } from '../../../parts/questions/question-form.js';
import { Loaded } from '../../../parts/states.js';
import { useSettled } from '../../../parts/use-settled.js';
import { t } from '../../../texts/texts.js';
import s from './actions.module.css';

const pauseMs = 300;

/** The answers of a policy as a form. Which questions there are follows from the answers. */
export function Answers({
  productId,
  answers,
  messages,
  change,
}: {
  productId: string;
  answers: AnswerMap;
  /** What rating said about answers. */
  messages: readonly QuoteMessage[];
  change: (to: (before: AnswerMap) => AnswerMap) => void;
}) {
  const [sought, setSought] = useState('');
  const current = useSettled(answers, pauseMs);
  const questions = useQuery({
    queryKey: ['products', productId, 'questions', current],
    queryFn: ({ signal }) => ioi.products.questions(productId, { answers: current }, { signal }),
    placeholderData: keepPreviousData,
  });
  const product = questions.data?.product;
  const known = useMemo(() => byQid(product ? questionsOf(product) : []), [product]);
  const found = useMemo(() => product && matching(product, sought.trim().toLowerCase()), [product, sought]);
  return (
    <>
      <TextField type="search" label={t('policies.findQuestion')} value={sought} onValue={setSought} />
      <Loaded query={questions}>
        {() => (
          <fieldset className={s.questions}>
            <legend className="hidden-visually">{t('policies.answers')}</legend>
            {found && (
              <QuestionForm
                product={found}
                answers={answers}
                change={change}
                errorOf={(place) => answerErrors(messages, place, known)}
              />
            )}
          </fieldset>
        )}
      </Loaded>
    </>
  );
}

/** A product with the questions whose text has some words; of a loop, with those of its questions. */
function matching(product: Product, words: string): Product {
  if (words === '') return product;
  const isSought = ({ question }: { question: string }) => question.toLowerCase().includes(words);
  const sections = (product.display?.sections ?? []).map((section) => ({
    ...section,
    subsections: section.subsections.map((subsection) => ({
      ...subsection,
      questions: subsection.questions.flatMap((question) => {
        const loopQuestions = question.loopQuestions?.filter(isSought);
        if (isSought(question)) return [question];
        return loopQuestions?.length ? [{ ...question, loopQuestions }] : [];
      }),
    })),
  }));
  return {
    ...product,
    display: { ...product.display, sections },
    lines: product.lines.map((line) => matching(line, words)),
  };
}
