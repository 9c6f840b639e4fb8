import type { RefundedPayments } from '../../../api/client.js';
import { useFire } from '../../../api/fire.js';
import { Button } from '../../../parts/button.js';
import { sumOf, typedAmount } from '../../../parts/cents.js';
import { Actions, Dialog } from '../../../parts/dialog.js';
import { TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { Facts, Tiles } from '../../../parts/page.js';
import { filled, useFields } from '../../../parts/use-fields.js';
import { money } from '../../../texts/formats.js';
import { t, word } from '../../../texts/texts.js';
import { eventAbout, type PolicyRecord } from '../record.js';
import { AmountField } from './amount-field.js';

/** Pays back what is owed to the policyholder. */
export function Refund({ record, close }: { record: PolicyRecord; close: () => void }) {
  const { policy, finance } = record;
  const [values, field] = useFields({ amount: sumOf([finance.refundableAmount]), reason: '' }, '/payload');
  const fire = useFire('PAYMENT_REFUND', { done: () => t('policies.refunded') });
  const typed = typedAmount(values.amount);
  const refunded = fire.data?.metadata.PAYMENT_REFUND;
  if (refunded) return <Refunded refunded={refunded} close={close} />;
  return (
    <FormDialog
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
      fields={field.pointers}
      submit={() => fire.mutate(eventAbout(policy, { ...filled(values), amount: typed ?? 0 }))}
      close={close}
    >
      <Tiles isWhole>
        <AmountField {...field('amount', fire)} />
        <TextField label={t('policies.reason')} {...field('reason', fire)} />
      </Tiles>
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
