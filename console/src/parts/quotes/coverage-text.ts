import type { Coverage, CoverageDetail, CoverageGroup } from '../../api/client.js';
import { capitalized, money, roundMoney } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';

/** A share of a coverage's premium: its `scope` is the iteration that it is for. */
export const isShare = ({ amountType }: CoverageDetail): boolean => amountType === 'PREMIUM';

/** How an amount of a type is told; others are told as they are. */
const amountTexts: Readonly<Record<string, (amount: string) => string>> = {
  LIMIT: (amount) => roundMoney(amount),
  DEDUCTIBLE: (amount) => t('policies.deductible', { amount: roundMoney(amount) }),
  RETENTION: (amount) => t('policies.retention', { amount: roundMoney(amount) }),
  MONTHS: (amount) => t('policies.months', { n: Number(amount) }),
  HOURS: (amount) => t('policies.hours', { n: Number(amount) }),
};

/** `BLANKET` as `Blanket`: some products have codes as texts. */
const choiceText = (text: string): string =>
  /^[A-Z][A-Z_]+$/.test(text) ? capitalized(text.toLowerCase().replaceAll('_', ' ')) : text;

/** A limit, a deductible or a share of the premium in words: `$100,000 each person`, `Deductible $500`. */
export function detailText({ amount, amountType, description, scopeLabel }: CoverageDetail): string {
  if (amountType === 'PREMIUM') return [scopeLabel, amount && money(amount)].filter(Boolean).join(' ');
  const isNumber = amount !== undefined && /^\d+(\.\d+)?$/.test(amount);
  const value = (isNumber && amountTexts[amountType ?? '']?.(amount)) || (amount && choiceText(amount));
  // Of a deductible the usual is not said: each loss.
  const told =
    amountType === 'DEDUCTIBLE' || amountType === 'RETENTION' ? undefined : (description ?? scopeLabel);
  return [value, told?.toLowerCase()].filter(Boolean).join(' ');
}

/** What the premium of a quote or contract is divided by, such as its vehicles: the ids that its coverages name. */
export const unitsOf = (groups: readonly CoverageGroup[]): ReadonlySet<string | undefined> =>
  new Set(
    groups
      .flatMap(({ coverages }) => coverages.flatMap(({ details }) => Object.values(details).flat()))
      .filter(isShare)
      .map(({ scope }) => scope),
  );

/**
 * The limits and deductibles of a coverage; of several units also whose they are, and what each of them costs.
 */
export function detailsText(
  { details }: Pick<Coverage, 'details'>,
  units: ReadonlySet<string | undefined>,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const all = Object.values(details).flat();
  const nameOf = ({ scope, scopeLabel }: CoverageDetail) => names.get(scope ?? '') ?? scopeLabel;
  const isSeveral = units.size > 1;
  const limits = all
    .filter((each) => !isShare(each))
    .map((each) => [isSeveral && units.has(each.scope) && nameOf(each), detailText(each)]);
  const shares = isSeveral
    ? all.filter(isShare).map((each) => [nameOf(each), each.amount && money(each.amount)])
    : [];
  return [...limits, ...shares].map((words) => words.filter(Boolean).join(' ')).join(' · ');
}
