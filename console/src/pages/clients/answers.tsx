import { keepPreviousData } from '@tanstack/react-query';
import { ioi } from '../../api/client.js';
import { useRead } from '../../api/queries.js';
import { questionsOf } from '../../api/questions.js';
import { AnswerList } from '../../parts/answer-list.js';
import { TextField } from '../../parts/field.js';
import { date, useFilters } from '../../parts/filters.js';
import { Empty, Filters } from '../../parts/page.js';
import { Loaded } from '../../parts/states.js';
import { t } from '../../texts/texts.js';

const filters = { asOf: date };

/** A client's answers with their questions, now or as they were at the end of a day. */
export function Answers({ clientId }: { clientId: string }) {
  const [{ asOf }, change] = useFilters(filters);
  const answers = useRead(
    ['clients', clientId, 'answers', asOf],
    (signal) => readAnswers(clientId, asOf, signal),
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <Filters>
        <TextField
          type="date"
          label={t('clients.asOf')}
          hint={t('clients.asOfHint')}
          value={asOf ?? ''}
          onValue={(value) => change({ asOf: value })}
        />
      </Filters>
      <Loaded query={answers}>
        {({ clientData, questions }) =>
          Object.keys(clientData).length === 0 ? (
            <Empty>{t('clients.noAnswers')}</Empty>
          ) : (
            <AnswerList answers={clientData} questions={questions} />
          )
        }
      </Loaded>
    </>
  );
}

/** The questions are those of the product that was quoted last, or of any. */
async function readAnswers(clientId: string, asOf: string | undefined, signal: AbortSignal) {
  const [quote] = (await ioi.quotes.list({ clientId, size: 1 }, { signal })).content;
  const productId = quote?.lineId ?? (await ioi.products.list({ size: 1 }, { signal })).content[0]?.productId;
  if (productId === undefined) return { clientData: {}, questions: [] };
  const [{ clientData }, { product }] = await Promise.all([
    asOf === undefined
      ? ioi.clients.get(clientId, productId, { signal })
      : ioi.clients.asOf(clientId, productId, `${asOf}T23:59:59.999Z`, { signal }),
    ioi.products.questions(productId, {}, { signal }),
  ]);
  return { clientData, questions: questionsOf(product) };
}
