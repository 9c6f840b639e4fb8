import type { Quote } from '../../db/models/quote.js';
import type { HeldStretch } from '../../domain/product/held-stretch.js';
import type { QuestionTypes } from '../../domain/questions/question-types.js';
import { expiringTermOf } from '../../domain/quote/expiring-term.js';
import { appliedOverlays } from '../../domain/quote/quote.js';
import { LiveParts } from '../../domain/rating/cells/live.js';
import { valueText } from '../../domain/rating/cells/value-text.js';
import type { WorksheetLine } from '../../domain/rating/run/worksheet-line.js';
import type { PremiumReason } from '../../domain/reasons/reasons.js';
import { buildWorksheet } from '../../domain/worksheet/build-worksheet.js';
import type { Section, Worksheet } from '../../domain/worksheet/worksheet.js';
import type { LiveSource } from './live-source.js';

/** The data that a quote's worksheet is rendered from. */
export interface StoredWorksheet {
  quote: Quote;
  /** The product version's label and build. */
  productVersion: string;
  /** The inputs that raised the premium most. */
  reasons: readonly PremiumReason[];
  lines: WorksheetLine[];
  /** What people call the iterations, by their ids; those that are not named by loop and number. */
  names?: ReadonlyMap<string, string>;
  /** SHA-256 of the lines' canonical JSON, the same in every format. */
  sha256: string;
}

/** A worksheet, prepared for every format. */
export interface WorksheetDocument extends StoredWorksheet {
  worksheet: Worksheet;
  /** What may be answered; null if nothing is to be changed. */
  questions: QuestionTypes | null;
  /** Where and when the formulas hold, of a product with overlays. */
  held: HeldStretch | null;
  /** The data that identify the quote, as label and text. */
  facts: readonly (readonly [label: string, text: string])[];
  titleOf(section: Section): string;
}

/** @param live for a workbook whose lookups and conditions are formulas. */
export function worksheetDocument(
  stored: StoredWorksheet,
  live: LiveSource | null = null,
): WorksheetDocument {
  const parts = live && new LiveParts(live.tables);
  const worksheet = buildWorksheet(live?.lines ?? stored.lines, stored.quote.intake, parts, stored.names);
  const titles = coverageTitles(stored.quote, worksheet);
  return {
    ...stored,
    worksheet,
    questions: live?.questions ?? null,
    held: live?.held ?? null,
    facts: factsOf(stored),
    titleOf(section) {
      const title = titleOf(section, titles);
      // A coverage has its own title; a section that every component has gets the component's name.
      return section.component === null || section.kind === 'coverage'
        ? title
        : `${worksheet.componentName(section.component)}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`;
    },
  };
}

function factsOf({ quote, productVersion, sha256 }: StoredWorksheet): [string, string][] {
  const insured = quote.intake['client.name'];
  return [
    ['Quote', quote.requestId],
    ['Product', `${quote.lineName}, version ${productVersion}`],
    ...overlaysOf(quote),
    ['Insured', insured?.type === 'ANSWER' && insured.answer !== '' ? valueText(insured.answer) : '–'],
    ['Quoted by', quote.quotingOrganizationName],
    ['Effective date', quote.effectiveDate],
    ['Term', words(quote.term)],
    ...expiringFacts(quote),
    ['Outcome', quote.outcome === 'QUOTED' ? outcomeOf(quote) : `Declined (${words(quote.type)})`],
    ['Rated at', quote.quoteTimestamp.toISOString()],
    ['Content hash', sha256],
  ];
}

/** Where the values came from that the rating was told of the expiring term. */
function expiringFacts(quote: Quote): [string, string][] {
  const expiring = expiringTermOf(quote);
  if (expiring === undefined) return [];
  const { termNumber, effectiveDate, expirationDate, values, notRated } = expiring;
  const premium = values.premium === undefined ? '' : `, premium ${values.premium}`;
  const why = notRated === undefined ? '' : `; no derived values: ${notRated}`;
  return [['Expiring term', `Term ${termNumber}, ${effectiveDate} to ${expirationDate}${premium}${why}`]];
}

/** The state, and the overlays of the product that held there. */
function overlaysOf({ metadata }: Quote): [string, string][] {
  const { success, data } = appliedOverlays.safeParse(metadata.overlays);
  if (!success) return [];
  const { state, names } = data;
  return [['Overlays', `${state}: ${names.length === 0 ? 'none on that day' : names.join(', ')}`]];
}

function outcomeOf(quote: Quote): string {
  if (quote.requiresUnderwriterApproval) return 'Quoted, needs an underwriter’s approval';
  if (quote.requiresPolicyholderAcceptance) return 'Quoted, needs the policyholder’s acceptance';
  return 'Quoted';
}

function coverageTitles({ quoteDetails }: Quote, { sections }: Worksheet): ReadonlyMap<string, string> {
  const quoted = (quoteDetails?.coverageTypes ?? []).flatMap(({ coverages }) => coverages);
  const allocated = sections.flatMap(
    ({ kind, allocation }) => (kind === 'allocation' && allocation?.rows) || [],
  );
  return new Map([
    ...allocated.map(({ code, title }) => [code, title] as const),
    ...quoted.map(({ code, title }) => [code, title] as const),
  ]);
}

function titleOf({ kind, name, key }: Section, coverages: ReadonlyMap<string, string>): string {
  switch (kind) {
    case 'derive':
      return 'Values of the policy';
    case 'loop':
      return `Values of ${name}`;
    case 'coverage':
      return coverages.get(name) ?? words(name);
    case 'policy':
      return 'Premium of the policy';
    case 'allocation':
      return 'Parts of the premium';
    case 'shares':
      return `Parts of the premium of ${coverages.get(name) ?? words(name)}`;
    case 'taxes':
      return words(name);
    case 'component':
      return 'Components of the package';
    case 'underwriting':
      return 'Underwriting rules';
    case 'other':
      return words(key);
  }
}

/** `POLICY_FEE` as `Policy fee`. */
export function words(constant: string): string {
  const text = constant.replaceAll('_', ' ').replaceAll(':', ' ').toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
