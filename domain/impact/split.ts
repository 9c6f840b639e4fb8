import { addRisk, addTotals, type ChangeTotals, noTotals } from './change-totals.js';
import type { RatedRisk } from './risk.js';
import type { SplitKey } from './split-value.js';

/** Risks with one value, or with numbers of one band. */
export interface SplitGroup {
  label: string;
  totals: ChangeTotals;
}

/** More different texts than that are one group together. */
const mostTexts = 500;
/** Fewer different numbers than that have a group each, unless points are given. */
const mostNumbers = 12;
/** Numbers are remembered by their leading digits, so that a million of them need little memory. */
const leadingDigits = 3;

interface Cell {
  least: number;
  most: number;
  totals: ChangeTotals;
}

/** Totals by a key's values. Its size does not grow with the number of risks. */
export class Split {
  readonly key: SplitKey;
  readonly #index: number;
  readonly #texts = new Map<string, ChangeTotals>();
  readonly #numbers = new Map<number, Cell>();
  #others: ChangeTotals | null = null;

  /** @param index of the key's values in a rated risk. */
  constructor(key: SplitKey, index: number) {
    this.key = key;
    this.#index = index;
  }

  add(risk: RatedRisk): void {
    addRisk(this.#totalsFor(risk.values[this.#index] ?? null), risk);
  }

  /** The groups: numbers from low to high, then texts in order, then what has no value. */
  groups(): SplitGroup[] {
    const texts = [...this.#texts].sort(([a], [b]) => compare(a, b));
    const [named, none] = [texts.filter(([text]) => text !== ''), this.#texts.get('')];
    return [
      ...this.#numberGroups(),
      ...named.map(([label, totals]) => ({ label, totals })),
      ...(this.#others ? [{ label: 'other values', totals: this.#others }] : []),
      ...(none ? [{ label: 'none', totals: none }] : []),
    ];
  }

  #totalsFor(value: string | null): ChangeTotals {
    const number = value === null || value === '' || !this.key.isNumber ? Number.NaN : Number(value);
    if (!Number.isNaN(number)) return this.#cellOf(number).totals;
    const text = value ?? '';
    const known = this.#texts.get(text);
    if (known) return known;
    if (this.#texts.size >= mostTexts && text !== '') {
      this.#others ??= noTotals();
      return this.#others;
    }
    const totals = noTotals();
    this.#texts.set(text, totals);
    return totals;
  }

  #cellOf(number: number): Cell {
    const { bands } = this.key;
    // Given points decide at once.
    const place =
      'points' in bands
        ? bands.points.filter((point) => number >= point).length
        : Number(number.toPrecision(leadingDigits));
    const cell = this.#numbers.get(place) ?? { least: number, most: number, totals: noTotals() };
    cell.least = Math.min(cell.least, number);
    cell.most = Math.max(cell.most, number);
    this.#numbers.set(place, cell);
    return cell;
  }

  #numberGroups(): SplitGroup[] {
    const cells = [...this.#numbers].sort(([a], [b]) => a - b);
    const { bands } = this.key;
    if ('points' in bands) {
      return cells.map(([place, { totals }]) => ({ label: pointLabel(bands.points, place), totals }));
    }
    const areSingle = cells.every(([, { least, most }]) => least === most);
    const sorted = cells.map(([, cell]) => cell);
    return (areSingle && cells.length <= mostNumbers ? sorted : merged(sorted, bands.count)).map(
      ({ least, most, totals }) => ({
        label: least === most ? numberText(least) : `${numberText(least)} to ${numberText(most)}`,
        totals,
      }),
    );
  }
}

/** Neighboring cells together, so that each band has about the same number of risks. */
function merged(cells: readonly Cell[], count: number): Cell[] {
  const all = cells.reduce((sum, { totals }) => sum + totals.risks, 0);
  const found: Cell[] = [];
  let passed = 0;
  let band = -1;
  for (const { least, most, totals } of cells) {
    // The band in which the middle of the cell is.
    const wanted = Math.min(count - 1, Math.floor(((passed + totals.risks / 2) * count) / all));
    passed += totals.risks;
    const last = found.at(-1);
    if (last && wanted === band) {
      last.most = most;
      addTotals(last.totals, totals);
    } else {
      const own = noTotals();
      addTotals(own, totals);
      found.push({ least, most, totals: own });
      band = wanted;
    }
  }
  return found;
}

function pointLabel(points: readonly number[], place: number): string {
  const [from, to] = [points[place - 1], points[place]];
  if (from === undefined) return `below ${numberText(to ?? 0)}`;
  return to === undefined ? `${numberText(from)} and more` : `${numberText(from)} to below ${numberText(to)}`;
}

function numberText(number: number): string {
  return number.toLocaleString('en-US', {
    maximumFractionDigits: 6,
    useGrouping: Math.abs(number) >= 10_000,
  });
}

/** Numbers by value, before other texts. */
function compare(a: string, b: string): number {
  const [ofA, ofB] = [Number(a), Number(b)];
  if (!Number.isNaN(ofA) && !Number.isNaN(ofB) && ofA !== ofB) return ofA - ofB;
  return a < b ? -1 : a > b ? 1 : 0;
}
