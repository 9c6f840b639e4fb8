import type { CoverageDetail } from '../../api/client.js';
import { money, roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';

/** A share of a coverage's premium: its `scope` is the iteration that it is for. */
export const isShare = ({ amountType }: CoverageDetail): boolean => amountType === 'PREMIUM';

/** A limit, a deductible or a share of the premium in words: `$100,000 each person`, `Deductible $500`. */
export function detailText({ amount, amountType, description, scopeLabel }: CoverageDetail): string {
  if (amountType === 'PREMIUM') return [scopeLabel, amount && money(amount)].filter(Boolean).join(' ');
  const value = amount !== undefined && /^\d+$/.test(amount) ? roundMoney(amount) : amount;
  const told = description ?? scopeLabel;
  if (amountType === 'DEDUCTIBLE') return t('policies.deductible', { amount: value ?? '' });
  return [value, told?.toLowerCase()].filter(Boolean).join(' ');
}
