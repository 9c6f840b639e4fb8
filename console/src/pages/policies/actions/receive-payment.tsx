import { useState } from 'react';
import type { PaymentMethod } from '../../../api/client.js';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { difference, sumOf, typedAmount } from '../../../parts/cents.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { money } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import s from './actions.module.css';

const methods = [
  'CHECK',
  'ACH',
  'WIRE',
  'CARD',
  'CASH',
  'FINANCE',
  'OTHER',
] as const satisfies readonly PaymentMethod[];
const at = {
  amount: '/payload/amount',
  reference: '/payload/reference',
  paymentDate: '/payload/paymentDate',
};

/** Records money that has arrived, such as a check. */
export function ReceivePayment({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy, finance } = record;
  const [amount, setAmount] = useState(sumOf([finance.nextDueAmount ?? Math.max(0, finance.balance)]));
  const [reference, setReference] = useState('');
  const [paymentMethod, setMethod] = useState<PaymentMethod>('CHECK');
  const [paymentDate, setDate] = useState(record.today);
  const [payer, setPayer] = useState(policy.policyMeta.insuredName ?? '');
  const fire = useFire('PAYMENT_RECEIVED', {
    done: ({ metadata }) =>
      t('policies.paymentDone', { amount: money(metadata.PAYMENT_RECEIVED?.amount ?? amount) }),
    then: close,
  });
  const typed = typedAmount(amount);
  const submit = () =>
    fire.mutate({
      lineId: policy.productId,
      payload: {
        policyId: policy.id,
        amount: typed ?? 0,
        reference: reference.trim(),
        paymentMethod,
        paymentDate,
        ...(payer.trim() && { payer: payer.trim() }),
      },
    });
  return (
    <FormDialog
      title={t('policies.receivePayment')}
      says={
        typed !== undefined &&
        t('policies.paymentSays', {
          amount: money(typed),
          before: money(finance.balance),
          after: money(difference(finance.balance, typed)),
        })
      }
      action={t('policies.recordPayment')}
      disabled={typed === undefined || reference.trim() === ''}
      act={fire}
      fields={Object.values(at)}
      submit={submit}
      close={close}
    >
      <div className={s.pair}>
        <TextField
          label={t('policies.amount')}
          inputMode="decimal"
          required
          value={amount}
          onValue={setAmount}
          error={typed === undefined ? t('policies.amountWrong') : errorAt(fire.error, at.amount)}
        />
        <TextField
          label={t('policies.reference')}
          hint={t('policies.referenceHint')}
          required
          value={reference}
          onValue={setReference}
          error={errorAt(fire.error, at.reference)}
        />
        <SelectField
          label={t('policies.method')}
          value={paymentMethod}
          choices={methods.map((each) => [each, word('paymentMethod', each)])}
          onValue={(value) => setMethod(methods.find((each) => each === value) ?? paymentMethod)}
        />
        <TextField
          type="date"
          label={t('policies.date')}
          max={record.today}
          required
          value={paymentDate}
          onValue={setDate}
          error={errorAt(fire.error, at.paymentDate)}
        />
      </div>
      <TextField label={t('policies.payer')} value={payer} onValue={setPayer} />
    </FormDialog>
  );
}
