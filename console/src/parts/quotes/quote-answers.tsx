import { useQuery } from '@tanstack/react-query';
import { ioi, type Quote } from '../../api/client.js';
import { questionsOf } from '../../api/questions.js';
import { may } from '../../session/me.js';
import { AnswerList } from '../answer-list.js';
import { Loaded } from '../states.js';

/** Today's questions for the answers of a quote; none for whoever may not see products. */
export function useQuestions({ lineId, quoteIntake }: Quote, enabled = true) {
  const canAsk = may('products:read');
  return useQuery({
    queryKey: ['products', lineId, 'question list', quoteIntake],
    queryFn: async ({ signal }) =>
      canAsk
        ? questionsOf((await ioi.products.questions(lineId, { answers: quoteIntake }, { signal })).product)
        : [],
    enabled,
  });
}

/** The answers that were rated, with today's words of their questions. */
export function QuoteAnswers({ quote }: { quote: Quote }) {
  return (
    <Loaded query={useQuestions(quote)}>
      {(asked) => <AnswerList answers={quote.quoteIntake} questions={asked} />}
    </Loaded>
  );
}
