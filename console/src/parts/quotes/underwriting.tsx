import { useState } from 'react';
import { Link } from 'wouter';
import { ioi, type Quote } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { useQuestions } from '../../api/questions.js';
import { may, me } from '../../session/me.js';
import { t } from '../../texts/texts.js';
import { answerText, byQid } from '../answer-list.js';
import { Button } from '../button.js';
import { Actions, Confirm } from '../dialog.js';
import { TextAreaField } from '../field.js';
import { FormDialog } from '../form-dialog.js';
import { Facts, Section } from '../page.js';
import { Problem } from '../states.js';
import { Day } from '../values.js';

type Underwriting = NonNullable<Quote['underwriting']>;
type InformationRequest = NonNullable<Underwriting['informationRequests']>[number];

const changes = [['quotes'], ['queue']];

/** What underwriter and seller have asked and offered of a quote, with what the reader can answer; nothing if there is nothing. */
export function QuoteUnderwriting({ quote }: { quote: Quote }) {
  const { underwriting } = quote;
  if (underwriting === undefined) return null;
  const { informationRequests = [], replaces, replacedBy } = underwriting;
  return (
    <Section title={t('underwriting.title')}>
      {replacedBy && (
        <p>
          <Link href={`/quotes/${replacedBy}`}>{t('underwriting.replacedBy')}</Link>
        </p>
      )}
      {replaces && (
        <p>
          <Link href={`/quotes/${replaces}`}>{t('underwriting.replaces')}</Link>
        </p>
      )}
      {informationRequests.map((request) => (
        <Request key={request.informationRequestId} quote={quote} request={request} />
      ))}
      <Offer quote={quote} underwriting={underwriting} />
      <Conditions quote={quote} underwriting={underwriting} />
    </Section>
  );
}

function Request({ quote, request }: { quote: Quote; request: InformationRequest }) {
  const [isOpen, setOpen] = useState(false);
  const { requestId: quoteId, clientOrganizationId, quotingOrganizationId } = quote;
  const withdraw = useAction(
    () => ioi.quotes.withdrawInformationRequest(quoteId, request.informationRequestId),
    {
      changes,
    },
  );
  const { organizationId } = me();
  const isAwaited = request.state === 'OPEN' && quote.underwriting?.replacedBy === undefined;
  const answerOf = (id: string) => {
    const given = request.answers?.find((answer) => answer.id === id);
    return given?.text ?? given?.answer ?? '–';
  };
  return (
    <>
      <p className="quiet">
        {t(`underwriting.request.${request.state}`)}
        {request.dueOn && (
          <>
            {' · '}
            {t('underwriting.due')} <Day date={request.dueOn} />
          </>
        )}
      </p>
      <Facts facts={request.questions.map(({ id, text }) => [text, answerOf(id)])} />
      {withdraw.error && <Problem error={withdraw.error} />}
      {isAwaited && (
        <Actions>
          {organizationId === quotingOrganizationId && may('quotes:decide') && (
            <Button busy={withdraw.isPending} onClick={() => withdraw.mutate(undefined)}>
              {t('underwriting.withdraw')}
            </Button>
          )}
          {organizationId === clientOrganizationId && may('quoting:fire') && (
            <Button look="main" onClick={() => setOpen(true)}>
              {t('underwriting.answer')}
            </Button>
          )}
        </Actions>
      )}
      {isOpen && <Answer quoteId={quoteId} request={request} close={() => setOpen(false)} />}
    </>
  );
}

function Answer({
  quoteId,
  request: { informationRequestId, questions },
  close,
}: {
  quoteId: string;
  request: InformationRequest;
  close: () => void;
}) {
  const [texts, setTexts] = useState<Record<string, string>>({});
  const answers = questions.map(({ id, questionId }) => ({
    id,
    [questionId === undefined ? 'text' : 'answer']: texts[id] ?? '',
  }));
  const answer = useAction(
    () => ioi.quotes.answerInformationRequest(quoteId, informationRequestId, { answers }),
    {
      done: () => t('underwriting.answered'),
      changes,
      then: close,
    },
  );
  const pointerOf = (index: number) =>
    `/answers/${index}/${questions[index]?.questionId === undefined ? 'text' : 'answer'}`;
  return (
    <FormDialog
      says={t('underwriting.answerSays')}
      action={t('underwriting.answer')}
      act={answer}
      fields={questions.map((_, index) => pointerOf(index))}
      close={close}
    >
      {questions.map(({ id, text, questionId }, index) => (
        <TextAreaField
          key={id}
          label={text}
          hint={questionId}
          rows={2}
          value={texts[id] ?? ''}
          error={errorAt(answer.error, pointerOf(index))}
          onValue={(value) => setTexts({ ...texts, [id]: value })}
          required
        />
      ))}
    </FormDialog>
  );
}

function Offer({ quote, underwriting: { offer } }: { quote: Quote; underwriting: Underwriting }) {
  const { requestId, clientOrganizationId, lineId, quoteIntake } = quote;
  const questions = useQuestions(lineId, quoteIntake, offer?.answers !== undefined);
  const asked = byQid(questions.data ?? []);
  const [asks, setAsks] = useState<'acceptOffer' | 'declineOffer'>();
  const answer = useAction((by: 'acceptOffer' | 'declineOffer') => ioi.quotes[by](requestId), {
    changes,
    then: () => setAsks(undefined),
  });
  if (offer === undefined) return null;
  const { answers = {}, loading, state } = offer;
  const mayAnswer = state === 'OPEN' && me().organizationId === clientOrganizationId && may('binding:fire');
  return (
    <>
      <Facts
        facts={[
          [t('underwriting.offer'), t(`underwriting.offers.${state}`)],
          loading && [t('underwriting.loading'), `${loading.percent} % · ${loading.reason}`],
          ...Object.entries(answers).map(([qid, answer]) => {
            const question = asked.get(qid);
            return [question?.question ?? qid, answerText(answer, question)] as const;
          }),
        ]}
      />
      {mayAnswer && (
        <Actions>
          <Button onClick={() => setAsks('declineOffer')}>{t('underwriting.declineOffer')}</Button>
          <Button look="main" onClick={() => setAsks('acceptOffer')}>
            {t('underwriting.acceptOffer')}
          </Button>
        </Actions>
      )}
      {asks !== undefined && (
        <Confirm
          action={t(`underwriting.${asks}`)}
          danger={asks === 'declineOffer'}
          act={answer}
          submit={() => answer.mutate(asks)}
          close={() => {
            answer.reset();
            setAsks(undefined);
          }}
        >
          {t('underwriting.answersOfferForGood')}
        </Confirm>
      )}
    </>
  );
}

function Conditions({
  quote: { requestId, quotingOrganizationId },
  underwriting: { conditions = [] },
}: {
  quote: Quote;
  underwriting: Underwriting;
}) {
  const confirm = useAction((conditionId: string) => ioi.quotes.confirmCondition(requestId, conditionId), {
    changes,
  });
  const mayConfirm = me().organizationId === quotingOrganizationId && may('quotes:decide');
  return (
    <>
      {confirm.error && <Problem error={confirm.error} />}
      {conditions.map(({ conditionId, text, dueDays, state }) => (
        <p key={conditionId}>
          {text}{' '}
          <span className="quiet">
            {dueDays === undefined
              ? t('underwriting.beforeBinding')
              : t('underwriting.within', { n: dueDays })}
            {' · '}
            {t(`underwriting.conditions.${state}`)}
          </span>{' '}
          {state === 'OPEN' && mayConfirm && (
            <Button busy={confirm.isPending} onClick={() => confirm.mutate(conditionId)}>
              {t('underwriting.confirm')}
            </Button>
          )}
        </p>
      ))}
    </>
  );
}
