import type { CoverageDetail, CoverageGroup, JsonObject } from '../../../api/client.js';
import { money, roundMoney } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';

export interface CoverageLine {
  /** What tells it apart from others of the contract. */
  key: string;
  title: string;
  /** Its limits, one each, and its premium. */
  lines: string[];
}

/** The coverages of a `policyContract`, in words. */
export function coveragesOf(contract: JsonObject | undefined): CoverageLine[] {
  const groups = (contract?.coverageTypes ?? []) as CoverageGroup[];
  return groups.flatMap(({ type, coverages }) =>
    coverages.map(({ code, title, premium, details }) => ({
      key: `${type}/${code}`,
      title,
      lines: [
        ...Object.values(details).flat().map(limitOf),
        `${t('policies.premium')} ${money(premium.amount)}`,
      ],
    })),
  );
}

function limitOf({ amount, amountType, description, scopeLabel }: CoverageDetail): string {
  const value = amount !== undefined && /^\d+$/.test(amount) ? roundMoney(amount) : amount;
  return [value, description ?? amountType ?? scopeLabel].filter(Boolean).join(' ');
}
