import type { Question, Quote } from '../../api/client.js';
import { t, word } from '../../texts/texts.js';
import { byQid, iterationName } from '../answer-list.js';
import { Section } from '../page.js';
import { Detail, PlainTable } from '../plain-table.js';
import { Moment } from '../values.js';
import s from './quotes.module.css';

/** An answer of `metadata.lookups`. */
interface LookedUp {
  qid: string;
  iterationId?: string;
  value: string | null;
  basis: string;
  source: string;
  answeredAt?: string;
  ageDays?: number;
  conflictsWith?: string;
  failure?: string;
}

/** The answers of a quote that were looked up: from where, when, and how old they were. */
export function LookedUpAnswers({ quote, questions }: { quote: Quote; questions: readonly Question[] }) {
  const found = (quote.metadata?.lookups ?? []) as LookedUp[];
  if (found.length === 0) return null;
  const known = byQid(questions);
  const loopOf = (iterationId: string) =>
    Object.values(quote.quoteIntake).find(
      (entry) => entry.type === 'LOOP' && entry.iterations.some((each) => each.iterationId === iterationId),
    );
  const nameOf = ({ qid, iterationId }: LookedUp) => {
    const question = known.get(qid)?.question ?? qid;
    const loop = iterationId === undefined ? undefined : loopOf(iterationId);
    if (iterationId === undefined || loop === undefined) return question;
    return `${iterationName(quote.quoteIntake, { loopQid: loop.qid, iterationId }, known)}: ${question}`;
  };
  return (
    <Section title={t('quotes.lookedUp')}>
      <div className={s.amounts}>
        <PlainTable
          label={t('quotes.lookedUp')}
          hasNumbers
          rows={found.map((each) => ({
            key: `${each.qid} ${each.iterationId}`,
            name: (
              <>
                {nameOf(each)}
                <Detail>
                  {each.source}, {word('lookupBasis', each.basis)}
                  {each.answeredAt !== undefined && (
                    <>
                      {' · '}
                      <Moment at={each.answeredAt} /> · {t('quotes.daysOld', { n: each.ageDays ?? 0 })}
                    </>
                  )}
                  {each.failure !== undefined && ` · ${each.failure}`}
                  {each.conflictsWith !== undefined &&
                    ` · ${t('quotes.otherAnswer', { answer: each.conflictsWith })}`}
                </Detail>
              </>
            ),
            cells: [each.value ?? '–'],
          }))}
        />
      </div>
    </Section>
  );
}
