import { useState } from 'react';
import type { RefundedPayments } from '../../../api/client.js';
import { useFire } from '../../../api/fire.js';
import { errorAt } from '../../../api/problems.js';
import { Button } from '../../../parts/button.js';
import { sumOf, typedAmount } from '../../../parts/cents.js';
import { Actions, Dialog } from '../../../parts/dialog.js';
import { TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Facts } from '../../../parts/page.js';
import { money } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import type { PolicyRecord } from '../record.js';
import s from './actions.module.css';

/** Pays back what is owed to the policyholder. */
export function Refund({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy, finance } = record;
  const [amount, setAmount] = useState(sumOf([finance.refundableAmount]));
  const [reason, setReason] = useState('');
  const fire = useFire('PAYMENT_REFUND', {
    done: () => t('policies.refunded'),
  });
  const typed = typedAmount(amount);
  const refunded = fire.data?.metadata.PAYMENT_REFUND;
  if (refunded) return <Refunded refunded={refunded} close={close} />;
  return (
    <FormDialog
      title={t('policies.refund')}
      says={
        typed !== undefined && (
          <>
            <p>{t('policies.refundSays', { amount: money(typed), owed: money(finance.refundableAmount) })}</p>
            <p className="quiet">{t('policies.refundHow')}</p>
          </>
        )
      }
      action={t('policies.refund')}
      danger
      disabled={typed === undefined}
      act={fire}
      fields={['/payload/amount']}
      submit={() =>
        fire.mutate({
          lineId: policy.productId,
          payload: {
            policyId: policy.id,
            amount: typed ?? 0,
            ...(reason.trim() && { reason: reason.trim() }),
          },
        })
      }
      close={close}
    >
      <div className={s.pair}>
        <TextField
          label={t('policies.amount')}
          inputMode="decimal"
          required
          value={amount}
          onValue={setAmount}
          error={typed === undefined ? t('policies.amountWrong') : errorAt(fire.error, '/payload/amount')}
        />
        <TextField label={t('policies.reason')} value={reason} onValue={setReason} />
      </div>
    </FormDialog>
  );
}

/** What was refunded stays in sight: money that goes back by hand needs its number. */
function Refunded({ refunded, close }: { refunded: RefundedPayments; close: () => void }) {
  return (
    <Dialog title={t('policies.refundDone', { amount: money(refunded.amount) })} close={close}>
      <Facts
        facts={refunded.refunds.map(({ paymentIdentifier, amount, status }) => [
          `${word('refundStatus', status)}: ${money(amount)}`,
          paymentIdentifier,
        ])}
      />
      <Actions>
        <Button look="main" onClick={close}>
          {t('policies.close')}
        </Button>
      </Actions>
    </Dialog>
  );
}
