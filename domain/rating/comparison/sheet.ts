import type { Decimal } from '../../expression/index.js';
import { grouped } from '../../ground/grouped.js';
import { zero } from '../../money/total.js';
import type { WorksheetLine } from '../run/worksheet-line.js';
import { type ChainStep, chainOf, runChain } from './chain.js';

/** The lines of a worksheet by section; a package's has the sheets of its components. */
export interface Sheet {
  /** In the order in which they ran, without those of components. */
  lines: readonly WorksheetLine[];
  sections: ReadonlyMap<string, WorksheetLine[]>;
  components: ReadonlyMap<string, Sheet>;
}

export function sheetOf(lines: readonly WorksheetLine[]): Sheet {
  const ofComponents = grouped(
    lines.filter(({ component }) => component !== undefined),
    ({ component }) => component ?? '',
  );
  const own = lines.filter(({ component }) => component === undefined);
  return {
    ...withSections(own),
    components: new Map(
      [...ofComponents].map(([key, inside]) => [key, { ...withSections(inside), components: new Map() }]),
    ),
  };
}

function withSections(lines: readonly WorksheetLine[]): Pick<Sheet, 'lines' | 'sections'> {
  return { lines, sections: grouped(lines, ({ section }) => section) };
}

/**
 * A part of the initial sum of the policy's steps: the amount of a coverage, or the premium of a component.
 */
export interface Part {
  /** `coverage:CODE` or `component:KEY`. */
  section: string;
  amount: Decimal;
  /** For a coverage. */
  chain: ChainStep[];
  /** For a component. */
  sheet: Sheet | null;
}

/** The coverages, or the components that are in the package. */
export function partsOf(sheet: Sheet): Part[] {
  const summed = sheet.sections.get('policy')?.find(({ op }) => op === 'sum')?.inputs ?? {};
  const components = [...sheet.components]
    .filter(([key]) => Object.hasOwn(summed, key))
    .map(([key, inside]) => ({
      section: `component:${key}`,
      amount: premiumOf(inside),
      chain: [],
      sheet: inside,
    }));
  const coverages = [...sheet.sections]
    .filter(([section]) => section.startsWith('coverage:'))
    .map(([section, lines]) => {
      const chain = chainOf(lines);
      return { section, amount: runChain(chain, zero), chain, sheet: null };
    });
  return [...components, ...coverages];
}

/** The steps on the sum of the parts. */
export function policyChain({ sections }: Sheet): ChainStep[] {
  return chainOf((sections.get('policy') ?? []).filter(({ op }) => op !== 'sum'));
}

function premiumOf(sheet: Sheet): Decimal {
  return runChain(policyChain(sheet), sum(partsOf(sheet).map(({ amount }) => amount)));
}

export function sum(amounts: Iterable<Decimal>): Decimal {
  let total = zero;
  for (const amount of amounts) total = total.plus(amount);
  return total;
}
