/** What the page draws of the JSON that `product impact --json` prints. Amounts are decimal text. */
export interface ImpactReport {
  risks: number;
  premium: Amounts;
  taxesAndFees: Amounts;
  raised: number;
  lowered: number;
  unchanged: number;
  bins: { from: number | null; to: number | null; quotes: number }[];
  contributions: { title: string; premium: string; taxesAndFees: string }[];
  splits: { name: string; groups: SplitGroup[] }[];
}

export interface Amounts {
  against: string;
  candidate: string;
}

export interface SplitGroup {
  label: string;
  percent: string;
  premium: Amounts;
}

/** The report of a file; undefined if it is something else. */
export function readReport(text: string): ImpactReport | undefined {
  try {
    const read = JSON.parse(text) as Partial<ImpactReport> | null;
    return isReport(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const isAmount = (value: unknown): value is string =>
  typeof value === 'string' && /^-?\d+\.\d\d$/.test(value);
const areAmounts = (value: Amounts | undefined) => isAmount(value?.against) && isAmount(value?.candidate);

function isReport(read: Partial<ImpactReport> | null): read is ImpactReport {
  if (typeof read !== 'object' || read === null) return false;
  const { premium, taxesAndFees, bins, contributions, splits, risks, raised, lowered, unchanged } = read;
  return (
    areAmounts(premium) &&
    areAmounts(taxesAndFees) &&
    [risks, raised, lowered, unchanged].every(Number.isInteger) &&
    each(bins, ({ quotes }) => Number.isInteger(quotes)) &&
    each(contributions, ({ title, premium: amount }) => typeof title === 'string' && isAmount(amount)) &&
    each(splits, ({ name, groups }) => typeof name === 'string' && each(groups, isGroup))
  );
}

const isGroup = ({ label, percent, premium }: SplitGroup) =>
  typeof label === 'string' && typeof percent === 'string' && areAmounts(premium);

/** Whether something is a list of which each entry holds. */
const each = <T>(list: readonly T[] | undefined, holds: (entry: T) => boolean): boolean =>
  Array.isArray(list) &&
  list.every((entry: T | null) => typeof entry === 'object' && entry !== null && holds(entry));
