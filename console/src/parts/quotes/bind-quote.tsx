import { useState } from 'react';
import { useLocation } from 'wouter';
import type { PaymentOption, Quote } from '../../api/client.js';
import { type FiredIds, fireOnce } from '../../api/fire.js';
import { useAction, useRead } from '../../api/queries.js';
import { day, money } from '../../texts/formats.js';
import { t, word } from '../../texts/texts.js';
import { Button } from '../button.js';
import { Actions, Dialog } from '../dialog.js';
import { Loaded, Problem } from '../states.js';
import { Day, Money } from '../values.js';
import s from './quotes.module.css';

/** The ids of the events about a quote: the same again, however often its dialog is opened and its button pressed. */
const ids: FiredIds = new Map();

/** Selects a quote, offers its payment plans, and issues its policy by the plan that was chosen. */
export function BindQuote({
  quote,
  close,
  issued,
}: {
  quote: Quote;
  close: () => void;
  /** When its policy is there. */
  issued?: () => void;
}) {
  const { requestId, clientId = '', lineId, effectiveDate } = quote;
  const [chosen, setChosen] = useState<string>('FULL_PAYMENT');
  const [, go] = useLocation();
  const plans = useRead(
    ['quotes', requestId, 'plans'],
    async () => {
      const event = { lineId, payload: { clientId, quoteIds: [requestId] } };
      await fireOnce(ids, 'SELECT_QUOTE', event);
      const { metadata } = await fireOnce(ids, 'PAYMENT_SETUP', event);
      return Object.values(metadata.paymentOptions?.[requestId] ?? {});
    },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const issue = useAction(
    async ({ paymentPlan }: PaymentOption) => {
      const payload = { clientId, quoteIds: [requestId], paymentPlans: { [requestId]: paymentPlan } };
      const { POLICY_CREATE } = (await fireOnce(ids, 'POLICY_CREATE', { lineId, payload })).metadata;
      return POLICY_CREATE?.policies[0];
    },
    {
      done: (policy) => t('quotes.issued', { number: policy?.policyNumber ?? '' }),
      changes: [['quotes'], ['policies'], ['clients']],
      then: (policy) => {
        issued?.();
        go(policy ? `/policies/${policy.id}` : '/policies');
      },
    },
  );
  return (
    <Dialog title={t('quotes.bindTitle')} close={issue.isPending ? undefined : close}>
      <Loaded query={plans}>
        {(options) => {
          const option = options.find(({ paymentPlan }) => paymentPlan === chosen) ?? options[0];
          const [first, ...later] = option?.instalments ?? [];
          return (
            <>
              <fieldset className={s.plans}>
                <legend>{t('quotes.plan')}</legend>
                {options.map(({ paymentPlan, totalPremium, instalments }) => (
                  <label key={paymentPlan}>
                    <input
                      type="radio"
                      name="plan"
                      checked={paymentPlan === option?.paymentPlan}
                      onChange={() => setChosen(paymentPlan)}
                    />
                    <span>
                      <strong>{word('paymentPlan', paymentPlan)}</strong>
                      <span className={s.limits}>{t('quotes.instalments', { n: instalments.length })}</span>
                    </span>
                    <Money amount={totalPremium} />
                  </label>
                ))}
              </fieldset>
              {option && first && (
                <>
                  {later.length > 0 && (
                    <ol className={s.instalments}>
                      {[first, ...later].map(({ dueDate, amount }) => (
                        <li key={dueDate}>
                          <Day date={dueDate} /> <Money amount={amount} />
                        </li>
                      ))}
                    </ol>
                  )}
                  <p>
                    {t(later.length > 0 ? 'quotes.bindDetail' : 'quotes.bindAtOnce', {
                      product: quote.lineName,
                      from: day(effectiveDate),
                      total: money(option.totalPremium),
                      first: money(first.amount),
                      due: day(first.dueDate),
                    })}
                  </p>
                </>
              )}
              {issue.error && <Problem error={issue.error} />}
              <Actions>
                <Button onClick={close} disabled={issue.isPending}>
                  {t('parts.cancel')}
                </Button>
                {option && (
                  <Button look="main" busy={issue.isPending} onClick={() => issue.mutate(option)}>
                    {t('quotes.issue')}
                  </Button>
                )}
              </Actions>
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
