import type { CoverageGroup, JsonObject } from '../../../api/client.js';
import { detailText, isShare } from '../../../parts/quotes/coverage-text.js';
import { money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';

export interface CoverageLine {
  /** What tells it apart from others of the contract. */
  key: string;
  title: string;
  /** Its limits, one each, and its premium. */
  lines: string[];
}

export const groupsOf = (contract: JsonObject | undefined): CoverageGroup[] =>
  (contract?.coverageTypes ?? []) as CoverageGroup[];

/** The coverages of a `policyContract`, in words. */
export function coveragesOf(contract: JsonObject | undefined): CoverageLine[] {
  return groupsOf(contract).flatMap(({ type, coverages }) =>
    coverages.map(({ code, title, premium, details }) => ({
      key: `${type}/${code}`,
      title,
      lines: [
        // Which units the premium is for is told with the risk.
        ...Object.values(details)
          .flat()
          .filter((detail) => !isShare(detail))
          .map(detailText),
        `${t('policies.premium')} ${money(premium.amount)}`,
      ],
    })),
  );
}
