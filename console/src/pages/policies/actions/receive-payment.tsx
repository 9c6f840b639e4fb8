import type { PaymentMethod } from '../../../api/client.js';
import { useFire } from '../../../api/fire.js';
import { difference, sumOf, typedAmount } from '../../../parts/cents.js';
import { SelectField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Tiles } from '../../../parts/page.js';
import { filled, useFields } from '../../../parts/use-fields.js';
import { money } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import { eventAbout, type PolicyRecord } from '../record.js';
import { AmountField } from './amount-field.js';

const methods: readonly PaymentMethod[] = [
  ...(['CHECK', 'ACH', 'WIRE', 'CARD', 'CASH', 'FINANCE', 'OTHER'] as const),
];

/** Records money that has arrived, such as a check. */
export function ReceivePayment({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy, finance } = record;
  const [values, field] = useFields(
    {
      amount: sumOf([finance.nextDueAmount ?? Math.max(0, finance.balance)]),
      reference: '',
      paymentMethod: 'CHECK' as PaymentMethod,
      paymentDate: record.today,
      payer: policy.policyMeta.insuredName ?? '',
    },
    '/payload',
  );
  const reference = values.reference.trim();
  const fire = useFire('PAYMENT_RECEIVED', {
    done: ({ metadata }) =>
      t('policies.paymentDone', { amount: money(metadata.PAYMENT_RECEIVED?.amount ?? values.amount) }),
    then: close,
  });
  const typed = typedAmount(values.amount);
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
      disabled={typed === undefined || reference === ''}
      act={fire}
      fields={field.pointers}
      submit={() => fire.mutate(eventAbout(policy, { ...filled(values), amount: typed ?? 0, reference }))}
      close={close}
    >
      <Tiles isWhole>
        <AmountField {...field('amount', fire)} />
        <TextField
          label={t('policies.reference')}
          hint={t('policies.referenceHint')}
          required
          {...field('reference', fire)}
        />
        <SelectField
          label={t('policies.method')}
          choices={methods.map((each) => [each, word('paymentMethod', each)])}
          {...field('paymentMethod', fire)}
        />
        <TextField
          type="date"
          label={t('policies.date')}
          max={record.today}
          required
          {...field('paymentDate', fire)}
        />
      </Tiles>
      <TextField label={t('policies.payer')} {...field('payer', fire)} />
    </FormDialog>
  );
}
