import { type FormEvent, useEffect, useState } from 'react';
import { type AssistantAccess, type AssistantRequest, ioi } from '../api/client.js';
import { errorAt, wordsOf } from '../api/problems.js';
import { useAction, useRead } from '../api/queries.js';
import { addressOf } from '../parts/assistants/address-of.js';
import { Button } from '../parts/button.js';
import { typedAmount } from '../parts/cents.js';
import { Actions } from '../parts/dialog.js';
import { ChoiceField, TextField } from '../parts/field.js';
import { Notice } from '../parts/notice.js';
import { Facts } from '../parts/page.js';
import { Problem, Skeleton } from '../parts/states.js';
import { t } from '../texts/texts.js';
import { me } from './me.js';
import { session } from './session.js';
import s from './sign-in.module.css';

/** The page to which a program sends the browser, so that its person allows it to work for them. */
export function ConnectAssistant() {
  const [request] = useState(() => location.search.slice(1) || '-');
  const asked = useRead(['assistant-request', request], () =>
    ioi.authentication.readAssistantRequest({ request }),
  );
  useEffect(() => {
    document.title = t('connect.title');
  }, []);
  return (
    <main className={s.screen}>
      <div className={s.wideCard}>
        {asked.data && <Consent request={request} asked={asked.data} />}
        {asked.error !== null && <Wrong error={asked.error} />}
        {asked.isPending && <Skeleton />}
      </div>
    </main>
  );
}

function Wrong({ error }: { error: unknown }) {
  return (
    <>
      <h1>{t('connect.wrong')}</h1>
      <Notice tone="bad" title={t('connect.wrongSays')}>
        {wordsOf(error).detail}
      </Notice>
    </>
  );
}

const suggestedActs = '20';

function Consent({ request, asked }: { request: string; asked: AssistantRequest }) {
  const { name, redirectUri, acts, refusedTo } = asked;
  const { name: ownName, organizationName } = me();
  const [access, setAccess] = useState<AssistantAccess>(acts ? 'EACH_RELEASED' : 'READ_ONLY');
  const [actsPerDay, setActs] = useState(suggestedActs);
  const [amount, setAmount] = useState('');
  const [currency, setCurrency] = useState('USD');
  const allow = useAction(
    () =>
      ioi.authentication.allowAssistant({
        request,
        access,
        ...(access === 'WITHIN_LIMITS' && actsPerDay !== '' && { actsPerDay: Number(actsPerDay) }),
        ...(access === 'WITHIN_LIMITS' && amount !== '' && { moneyPerDay: { amount, currency } }),
      }),
    { then: ({ redirectTo }) => location.assign(redirectTo) },
  );
  const isAmountWrong = amount !== '' && typedAmount(amount) === undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAmountWrong) allow.mutate(undefined);
  };
  if (allow.isSuccess) return <p role="status">{t('connect.goingOn')}</p>;
  return (
    <form className={s.form} onSubmit={submit}>
      <h1>
        <bdi>{t('connect.asks', { name })}</bdi>
      </h1>
      <Notice>{t('connect.whoseName')}</Notice>
      <Facts
        facts={[
          [t('connect.sentTo'), addressOf(redirectUri)],
          [t('connect.asWhom'), `${ownName} · ${organizationName}`],
        ]}
      />
      {acts ? (
        <ChoiceField
          label={t('connect.mayDo')}
          value={access}
          onValue={setAccess}
          choices={[
            ['READ_ONLY', t('connect.readOnly'), t('connect.readOnlySays')],
            ['EACH_RELEASED', t('connect.eachReleased'), t('connect.eachReleasedSays')],
            ['WITHIN_LIMITS', t('connect.withinLimits'), t('connect.withinLimitsSays')],
          ]}
        />
      ) : (
        <p>
          {t('connect.onlyReads')} {t('connect.readOnlySays')}
        </p>
      )}
      {access === 'WITHIN_LIMITS' && (
        <>
          <TextField
            label={t('connect.actsPerDay')}
            type="number"
            min={0}
            max={100_000}
            required
            value={actsPerDay}
            onValue={setActs}
            error={errorAt(allow.error, '/actsPerDay')}
          />
          <TextField
            label={t('connect.moneyPerDay')}
            hint={t('connect.moneyHint')}
            inputMode="decimal"
            value={amount}
            onValue={setAmount}
            error={isAmountWrong ? t('policies.amountWrong') : errorAt(allow.error, '/moneyPerDay/amount')}
          />
          {amount !== '' && (
            <TextField
              label={t('connect.currency')}
              pattern="[A-Z]{3}"
              required
              value={currency}
              onValue={setCurrency}
              error={errorAt(allow.error, '/moneyPerDay/currency')}
            />
          )}
        </>
      )}
      {allow.error !== null && <Problem error={allow.error} />}
      <p className="quiet">{t('connect.ends')}</p>
      <Actions>
        <Button look="plain" onClick={() => void session.signOut({ stays: true })}>
          {t('session.somebodyElse')}
        </Button>
        <Button onClick={() => location.assign(refusedTo)}>{t('connect.refuse')}</Button>
        <Button type="submit" look="main" busy={allow.isPending}>
          {t('connect.allow')}
        </Button>
      </Actions>
    </form>
  );
}
