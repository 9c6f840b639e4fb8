import { typedAmount } from '../../../parts/cents.js';
import { TextField } from '../../../parts/field.js';
import { t } from '../../../texts/texts.js';

/** An amount of money to type, above zero. */
export function AmountField(field: { value: string; onValue: (value: string) => void; error: string }) {
  return (
    <TextField
      label={t('policies.amount')}
      inputMode="decimal"
      required
      {...field}
      error={typedAmount(field.value) === undefined ? t('policies.amountWrong') : field.error}
    />
  );
}
