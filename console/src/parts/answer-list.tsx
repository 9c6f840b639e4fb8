import type { Answer, AnswerMap, Question } from '../api/client.js';
import { word } from '../texts/texts.js';
import { Facts, Section } from './page.js';

/** Answers with their questions, those of loops below them. */
export function AnswerList({ answers, questions }: { answers: AnswerMap; questions: readonly Question[] }) {
  const known = new Map(
    questions.flatMap((each) => [each, ...(each.loopQuestions ?? [])]).map((each) => [each.qid, each]),
  );
  const fact = ({ qid, answer }: Answer) => {
    const question = known.get(qid);
    return [question?.question ?? qid, shown(answer, question)] as const;
  };
  const order = new Map([...known.keys()].map((qid, index) => [qid, index]));
  const place = ({ qid }: { qid: string }) => order.get(qid) ?? order.size;
  const entries = Object.values(answers).sort((a, b) => place(a) - place(b));
  return (
    <>
      <Facts facts={entries.filter((each) => each.type === 'ANSWER').map(fact)} />
      {entries.map(
        (loop) =>
          loop.type === 'LOOP' &&
          loop.iterations.map(({ iterationId, answers: own }, index) => (
            <Section key={iterationId} title={`${known.get(loop.qid)?.question ?? loop.qid} ${index + 1}`}>
              <Facts
                facts={Object.values(own)
                  .sort((a, b) => place(a) - place(b))
                  .map(fact)}
              />
            </Section>
          )),
      )}
    </>
  );
}

/** An answer as the form shows it. */
function shown(answer: string, question: Pick<Question, 'answerType' | 'answerChoices'> | undefined): string {
  if (question?.answerType === 'BOOLEAN') return word('yesNo', answer);
  return question?.answerChoices?.find(({ value }) => value === answer)?.label ?? answer;
}
