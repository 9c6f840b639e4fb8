import type { Quote } from '../../api/client.js';
import { useQuestions } from '../../api/questions.js';
import { AnswerList } from '../answer-list.js';
import { Loaded } from '../states.js';
import { LookedUpAnswers } from './looked-up.js';

/** The answers that were rated, with today's words of their questions, and where those that were looked up come from. */
export function QuoteAnswers({ quote }: { quote: Quote }) {
  const { lineId, quoteIntake } = quote;
  return (
    <Loaded query={useQuestions(lineId, quoteIntake)}>
      {(asked) => (
        <>
          <AnswerList answers={quoteIntake} questions={asked} />
          <LookedUpAnswers quote={quote} questions={asked} />
        </>
      )}
    </Loaded>
  );
}
