import { useQuery } from '@tanstack/react-query';
import { ioi, type Quote } from '../../api/client.js';
import { questionsOf } from '../../api/questions.js';
import { may } from '../../session/me.js';
import { AnswerList } from '../answer-list.js';
import { Loaded } from '../states.js';

/** The answers that were rated, with today's words of their questions. */
export function QuoteAnswers({ quote: { lineId, quoteIntake } }: { quote: Quote }) {
  const canAsk = may('products:read');
  const questions = useQuery({
    queryKey: ['products', lineId, 'questions', quoteIntake],
    queryFn: async ({ signal }) =>
      canAsk
        ? questionsOf((await ioi.products.questions(lineId, { answers: quoteIntake }, { signal })).product)
        : [],
  });
  return (
    <Loaded query={questions}>{(asked) => <AnswerList answers={quoteIntake} questions={asked} />}</Loaded>
  );
}
