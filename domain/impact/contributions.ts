import { afterOf, isQuoted, type Priced, type RatedRisk } from './risk.js';
import type { Stage } from './stages.js';

/** What one change does to a book. Amounts are whole cents. */
export interface Contribution {
  title: string;
  /** The changed parts; several if they only work together. */
  parts: string[];
  /**
   * Applied after all changes before it, on the risks that both versions quote. The contributions add up to the
   * whole change.
   */
  premium: number;
  charges: number;
  /** The risks among them whose premium, taxes or fees it changes. */
  changed: number;
  raised: number;
  lowered: number;
  /** Of all risks, those that it makes quoted, unquoted, or referred to an underwriter. */
  lost: number;
  gained: number;
  newlyReferred: number;
  /** Applied without the other changes; null if it does not work alone. */
  alone: { premium: number; charges: number } | null;
}

/** The title of what no change does: the stored premium is not what the first version gives today. */
export const storedTitle = 'Stored premiums that their own version does not give';

/** Adds up what each change does, risk by risk. */
export class Contributions {
  readonly #found: Contribution[];
  readonly #ofStored = noContribution(storedTitle);

  constructor(stages: readonly Pick<Stage, 'title' | 'parts' | 'alone'>[]) {
    this.#found = stages.map(({ title, parts, alone }) => ({
      ...noContribution(title),
      parts: parts.map((part) => part.title),
      alone: alone && { premium: 0, charges: 0 },
    }));
  }

  add(risk: RatedRisk): void {
    const { before, rerated } = risk;
    const after = afterOf(risk);
    const isKept = isQuoted(before) && isQuoted(after);
    addOutcome(this.#ofStored, before, rerated);
    // Without a premium of the first version, no change is known to have caused any of the difference.
    if (isKept) addAmounts(this.#ofStored, before, isQuoted(rerated) ? rerated : after);
    const countsAmounts = isKept && isQuoted(rerated);
    let previous = rerated;
    // Where a change on the way declines the risk, its amounts count with the change that quotes it again.
    let quoted = rerated;
    risk.stages.forEach((stage, index) => {
      const own = this.#found[index];
      if (own === undefined) return;
      addOutcome(own, previous, stage);
      if (countsAmounts && isQuoted(stage)) addAmounts(own, quoted, stage);
      if (isQuoted(stage)) quoted = stage;
      previous = stage;
      const alone = risk.alone[index];
      if (countsAmounts && own.alone && alone && isQuoted(alone)) {
        own.alone.premium += alone.premium - rerated.premium;
        own.alone.charges += alone.charges - rerated.charges;
      }
    });
  }

  /** In the order in which the changes were applied, after what is none of theirs. */
  list(): Contribution[] {
    const { changed, lost, gained, newlyReferred } = this.#ofStored;
    const ofStored = changed + lost + gained + newlyReferred > 0 ? [this.#ofStored] : [];
    return [...ofStored, ...this.#found].map((one) => ({ ...one, alone: one.alone && { ...one.alone } }));
  }
}

function noContribution(title: string): Contribution {
  return {
    title,
    parts: [],
    premium: 0,
    charges: 0,
    changed: 0,
    raised: 0,
    lowered: 0,
    lost: 0,
    gained: 0,
    newlyReferred: 0,
    alone: null,
  };
}

function addAmounts(own: Contribution, before: Priced, after: Priced): void {
  const [premium, charges] = [after.premium - before.premium, after.charges - before.charges];
  own.premium += premium;
  own.charges += charges;
  if (premium !== 0 || charges !== 0) own.changed++;
  if (premium + charges > 0) own.raised++;
  if (premium + charges < 0) own.lowered++;
}

function addOutcome(own: Contribution, before: Priced, after: Priced): void {
  if (isQuoted(before) && !isQuoted(after)) own.lost++;
  if (!isQuoted(before) && isQuoted(after)) own.gained++;
  if (isQuoted(before) && before.outcome !== 'REFERRED' && after.outcome === 'REFERRED') own.newlyReferred++;
}
