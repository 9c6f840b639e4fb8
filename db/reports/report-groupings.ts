import { suggestion } from '../../domain/ground/nearest.js';

/** The descriptions of the columns that say what a row is about. */
export const reportLabels = {
  policyNumber: 'The number of the policy, as it is now.',
  policyId: 'The id of the policy.',
  termNumber: 'From 1, increased by each renewal.',
  termEffectiveDate: 'The first day of the term.',
  line: 'The product of the policy.',
  productVersionId: 'The id of the product version that priced the term.',
  productVersion: 'The label of that version.',
  state: "The state of the insured's address, as the policy has it now; empty if unknown.",
  riskState: 'The state that the premium, tax or fee was rated for; empty if unknown.',
  coverage: 'The code of the coverage; empty for premium of the policy as a whole.',
  unitClass:
    'The class of the vehicle, location or other unit, by the question that the product names; empty without one.',
  sellerId: 'The id of the organization that sold the policy.',
  sellerName: 'Its name.',
  producerId: 'The id of the producer; empty without one.',
  producerName: "The producer's name, as the policies have it.",
  type: 'The type of the tax or fee.',
  authority: 'Who levies it; empty if the product names nobody.',
  currency: 'All amounts of a row are in one currency.',
} as const;

export type ReportLabel = keyof typeof reportLabels;

/** What a row of a report on policies is about, with its columns. */
export const reportGroupings = {
  term: ['policyNumber', 'policyId', 'termNumber', 'termEffectiveDate', 'line', 'state', 'currency'],
  policy: ['policyNumber', 'policyId', 'line', 'state', 'currency'],
  line: ['line', 'currency'],
  state: ['state', 'currency'],
} as const satisfies Record<string, readonly ReportLabel[]>;

export type ReportGrouping = keyof typeof reportGroupings;
export const reportGroupingNames = Object.keys(reportGroupings) as ReportGrouping[];

/** By what the parts of a report's figures are grouped, alone or together, with the columns of each. */
const dimensions = {
  type: ['type'],
  authority: ['authority'],
  coverage: ['coverage'],
  unitClass: ['unitClass'],
  riskState: ['riskState'],
  state: ['state'],
  line: ['line'],
  productVersion: ['productVersionId', 'productVersion'],
  seller: ['sellerId', 'sellerName'],
  producer: ['producerId', 'producerName'],
} as const satisfies Record<string, readonly ReportLabel[]>;

export type ReportDimension = keyof typeof dimensions;

/** What a report can be grouped by. */
export interface Groupings {
  /** Of its own; each is one for itself. */
  alone: readonly ReportGrouping[];
  dimensions: readonly ReportDimension[];
  /** So many of them together. */
  most: number;
}

/** Why a report cannot be grouped by names with commas between them; undefined if it can. */
export function whyNotGrouping(
  { alone, dimensions: known, most }: Groupings,
  by: string,
): string | undefined {
  if (isOf(alone, by)) return undefined;
  const names = by.split(',');
  const unknown = names.find((name) => !isOf(known, name));
  if (unknown !== undefined) {
    if (isOf(alone, unknown)) return `"${unknown}" must be alone`;
    const all = [...new Set<string>([...alone, ...known])];
    const meant = suggestion(unknown, all);
    return meant === '' ? `must be of ${all.join(', ')}` : `"${unknown}" is not known${meant}`;
  }
  if (new Set(names).size < names.length) return 'must not name the same twice';
  return names.length > most ? `must name at most ${most}` : undefined;
}

/** The dimensions that a report is grouped by; undefined if it is grouped by one of those that stand alone. */
export function dimensionsOf(
  { alone, dimensions: known }: Groupings,
  by: string,
): ReportDimension[] | undefined {
  if (isOf(alone, by)) return undefined;
  return by.split(',').map((name) => {
    if (!isOf(known, name)) throw new RangeError(`no report is grouped by "${name}"`);
    return name;
  });
}

/** The columns that say what a row is about. */
export function labelsOf(groupings: Groupings, by: string): readonly ReportLabel[] {
  if (isOf(groupings.alone, by)) return reportGroupings[by];
  const of = dimensionsOf(groupings, by) ?? [];
  return [...of.flatMap((dimension) => dimensions[dimension]), 'currency'];
}

/** All columns that can say what a row of a report is about, in their order. */
export function labelsOfAll({ alone, dimensions: known }: Groupings): ReportLabel[] {
  const used = new Set<ReportLabel>([
    ...alone.flatMap((each) => reportGroupings[each]),
    ...known.flatMap((each) => dimensions[each]),
    'currency',
  ]);
  return (Object.keys(reportLabels) as ReportLabel[]).filter((label) => used.has(label));
}

function isOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}
