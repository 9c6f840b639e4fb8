import type { Quote } from '../../api/client.js';
import { answerText } from '../../parts/answer-list.js';
import { Badge } from '../../parts/badge.js';
import { Section } from '../../parts/page.js';
import { Messages } from '../../parts/quotes/coverages.js';
import { number } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';
import s from './queue.module.css';

type Reason = NonNullable<Quote['reasons']>[number];
type Limit = Reason['compared'][number];

/** Why a quote was referred: what broke which limit, and the answers behind it. What else the rating says is below. */
export function Reasons({ quote: { reasons = [], messages } }: { quote: Quote }) {
  const told = new Set(reasons.map(({ text }) => text));
  const others = messages.filter(({ message }) => !told.has(message));
  return (
    <Section title={t('queue.why')}>
      {reasons.map((reason, index) => (
        <ReasonView key={`${reason.rule ?? reason.code} ${index}`} reason={reason} />
      ))}
      <Messages messages={others} />
      {messages.length === 0 && <p className="quiet">{t('queue.noReasons')}</p>}
    </Section>
  );
}

function ReasonView({ reason: { text, compared, answers } }: { reason: Reason }) {
  const inMoney = isMoney(answers);
  return (
    <article className={s.reason}>
      <p className={s.reasonText}>{text}</p>
      {compared.length > 0 && (
        <dl className={s.limits}>
          {compared.map((limit, index) => (
            <div key={`${limit.label} ${index}`}>
              <dt>{limit.label ?? t('queue.computed')}</dt>
              <dd>
                <strong>{limitValue(limit.value, limit, inMoney)}</strong>{' '}
                <span className="quiet">
                  {t(`queue.limit.${limit.operator}`, { limit: limitValue(limit.limit, limit, inMoney) })}
                </span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {answers.length > 0 && (
        <dl className={s.mattering}>
          {answers.map(({ qid, label, answerType, answer, text: words, iterationId, iteration }) => (
            <div key={`${qid} ${iterationId}`}>
              <dt>
                {label} {iteration && <Badge>{iteration}</Badge>}
              </dt>
              <dd>{isWorded(answerType) ? words : answerText(answer, { answerType })}</dd>
            </div>
          ))}
        </dl>
      )}
    </article>
  );
}

/** Those whose words the service knows; amounts and days are written as the reader does. */
const isWorded = (answerType: string) =>
  answerType === 'TEXT' || answerType === 'SELECT' || answerType === 'MULTI_SELECT';

/** A derived value has no type: large ones that come from amounts alone are amounts. */
const isMoney = (answers: Reason['answers']) => {
  const numbers = answers.filter(({ answerType }) => ['MONEY', 'NUMBER', 'PERCENT'].includes(answerType));
  return numbers.length > 0 && numbers.every(({ answerType }) => answerType === 'MONEY');
};

/** The value of a limit, as its question has it. */
export function limitValue(value: string, { answerType, limit }: Limit, inMoney = false): string {
  if (answerType !== undefined) return answerText(value, { answerType });
  if (!/^-?\d+(\.\d+)?$/.test(value)) return value;
  const isLarge = Math.abs(Number(limit)) >= 1000;
  return inMoney && isLarge ? answerText(value, { answerType: 'MONEY' }) : number(Number(value));
}

/** The first broken limit of a referral, in few words: `Highest list price 112,000 > 100,000`. */
export const brokenLimit = (limit: Limit): string =>
  `${limitValue(limit.value, limit)} ${limit.operator} ${limitValue(limit.limit, limit)}`;
