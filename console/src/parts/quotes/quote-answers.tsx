import type { Quote } from '../../api/client.js';
import { useQuestions } from '../../api/questions.js';
import { AnswerList } from '../answer-list.js';
import { Loaded } from '../states.js';

/** The answers that were rated, with today's words of their questions. */
export function QuoteAnswers({ quote: { lineId, quoteIntake } }: { quote: Quote }) {
  return (
    <Loaded query={useQuestions(lineId, quoteIntake)}>
      {(asked) => <AnswerList answers={quoteIntake} questions={asked} />}
    </Loaded>
  );
}
