import type { AccountChange } from '../../domain/figures/account-changes.js';
import { amountIn } from '../../domain/money/amount-text.js';
import { Cents } from '../../domain/money/cents.js';
import { minorDigits } from '../../domain/money/currency.js';

export type Figure = 'WRITTEN' | 'EARNED' | AccountChange['figure'];

/** Of whose book a figure is. */
export interface FigureOwner {
  organizationId: string;
  clockId: string | null;
  productId: string;
  currency: string;
}

/** A change of a figure in units of its currency. Days are numbers. */
export interface ChangeToAdd {
  owner: FigureOwner;
  figure: Figure;
  knownOn: number;
  day: number;
  dueOn: number | null;
  units: number;
}

/** A row of the sums: its amount is decimal text. */
export interface FigureChange extends FigureOwner {
  figure: Figure;
  knownOn: number;
  day: number;
  dueOn: number | null;
  amount: string;
}

/** Decimal text in the smallest unit of its currency. */
export function unitsOf(amount: string, currency: string): number {
  const units = Number(amountIn(currency, amount).replace('.', ''));
  if (!Number.isSafeInteger(units)) throw new RangeError(`${amount} is too large`);
  return units;
}

/** The smallest unit of a currency as decimal text. */
export const textOfUnits = (units: number, currency: string): string =>
  Cents.ofUnits(BigInt(units), minorDigits(currency)).toText();

interface Series {
  of: Pick<ChangeToAdd, 'figure' | 'knownOn' | 'dueOn'>;
  byDay: Map<number, number>;
}

/** Sums changes of equal figures and days. */
export class FigureChanges {
  readonly #owners = new Map<string, { owner: FigureOwner; series: Map<string, Series> }>();

  add(changes: Iterable<ChangeToAdd>): void {
    let last: { change: ChangeToAdd; byDay: Map<number, number> } | undefined;
    for (const change of changes) {
      // Changes come in long series: those of a line are for each of its days.
      if (last === undefined || !isOfSame(change, last.change))
        last = { change, byDay: this.#daysOf(change) };
      last.byDay.set(change.day, (last.byDay.get(change.day) ?? 0) + change.units);
    }
  }

  *all(): Generator<FigureChange> {
    for (const { owner, series } of this.#owners.values()) {
      for (const { of, byDay } of series.values()) {
        for (const [day, units] of byDay)
          if (units !== 0) yield { ...owner, ...of, day, amount: textOfUnits(units, owner.currency) };
      }
    }
  }

  #daysOf({ owner, figure, knownOn, dueOn }: ChangeToAdd): Map<number, number> {
    const { organizationId, clockId, productId, currency } = owner;
    const ownerKey = `${organizationId} ${clockId} ${productId} ${currency}`;
    const ofOwner = this.#owners.get(ownerKey) ?? { owner, series: new Map<string, Series>() };
    this.#owners.set(ownerKey, ofOwner);
    const key = `${figure} ${knownOn} ${dueOn ?? ''}`;
    const found = ofOwner.series.get(key) ?? { of: { figure, knownOn, dueOn }, byDay: new Map() };
    ofOwner.series.set(key, found);
    return found.byDay;
  }
}

const isOfSame = (a: ChangeToAdd, b: ChangeToAdd): boolean =>
  a.owner === b.owner && a.figure === b.figure && a.knownOn === b.knownOn && a.dueOn === b.dueOn;
