import type { WorksheetLine } from '../rating/run/worksheet-line.js';
import type { Section, SectionKind } from './worksheet.js';

const kinds: ReadonlyMap<string, SectionKind> = new Map([
  ['derive', 'derive'],
  ['loop', 'loop'],
  ['coverage', 'coverage'],
  ['policy', 'policy'],
  ['allocation', 'allocation'],
  ['shares', 'shares'],
  ['taxes', 'taxes'],
  ['components', 'component'],
  ['underwriting', 'underwriting'],
]);

/** The sections of a worksheet, in the order in which their first lines ran. */
export class SectionIndex {
  readonly #sections = new Map<string, Section>();

  of({ component, section }: WorksheetLine): Section {
    const key = component === undefined ? section : `${component}/${section}`;
    const known = this.#sections.get(key);
    if (known) return known;
    const colon = section.indexOf(':');
    const made: Section = {
      key,
      component: component ?? null,
      kind: kinds.get(colon === -1 ? section : section.slice(0, colon)) ?? 'other',
      name: colon === -1 ? section : section.slice(colon + 1),
      lines: [],
      amount: null,
      allocation: null,
    };
    this.#sections.set(key, made);
    return made;
  }

  /** The sections that have lines. */
  all(): Section[] {
    return [...this.#sections.values()].filter(({ lines }) => lines.length > 0);
  }
}
