import { Decimal } from '../expression/index.js';
import { addRisk, type ChangeTotals, noTotals } from './change-totals.js';
import { type Contribution, Contributions } from './contributions.js';
import { type ImpactReport, ImpactTally, type Premium } from './premium-tally.js';
import { afterOf, isQuoted, type Priced, type RatedRisk } from './risk.js';
import { Split, type SplitGroup } from './split.js';
import type { SplitKey } from './split-value.js';
import type { Stage } from './stages.js';

/** What a second version does to a book of risks. */
export interface BookReport {
  premiums: ImpactReport;
  totals: ChangeTotals;
  splits: { name: string; groups: SplitGroup[] }[];
  contributions: Contribution[];
  /** The most frequent kinds of reasons why the second version does not quote a risk, each in its first words. */
  reasons: { reason: string; risks: number }[];
}

const mostReasons = 500;
const shownReasons = 10;

/** Adds up rated risks. Its size does not grow with their number. */
export class BookImpact {
  readonly #premiums = new ImpactTally();
  readonly #totals = noTotals();
  readonly #splits: Split[];
  readonly #contributions: Contributions;
  readonly #reasons = new Map<string, { reason: string; risks: number }>();

  constructor(stages: readonly Stage[], by: readonly SplitKey[]) {
    this.#splits = by.map((key, index) => new Split(key, index));
    this.#contributions = new Contributions(stages);
  }

  add(risk: RatedRisk): void {
    const after = afterOf(risk);
    this.#premiums.add({ requestId: risk.id, baseline: premiumOf(risk.before), candidate: premiumOf(after) });
    addRisk(this.#totals, risk);
    for (const split of this.#splits) split.add(risk);
    this.#contributions.add(risk);
    if (risk.reason !== null) this.#count(risk.reason);
  }

  report(): BookReport {
    return {
      premiums: this.#premiums.report(),
      totals: this.#totals,
      splits: this.#splits.map((split) => ({ name: split.key.name, groups: split.groups() })),
      contributions: this.#contributions.list(),
      reasons: [...this.#reasons.values()].sort((a, b) => b.risks - a.risks).slice(0, shownReasons),
    };
  }

  #count({ kind, message }: NonNullable<RatedRisk['reason']>): void {
    const isNew = !this.#reasons.has(kind);
    const counted = isNew && this.#reasons.size >= mostReasons ? 'OTHER' : kind;
    const known = this.#reasons.get(counted);
    if (known) known.risks++;
    else this.#reasons.set(counted, { reason: counted === 'OTHER' ? 'other reasons' : message, risks: 1 });
  }
}

/** The premium for counting: an amount, or why there is none. */
export function premiumOf(priced: Priced): Premium {
  if (isQuoted(priced)) return inMoney(priced.premium);
  return priced.outcome === 'NOT_OFFERED' ? 'NOT_OFFERED' : 'DECLINED';
}

export function inMoney(cents: number): Decimal {
  return Decimal.of(cents).dividedBy(100);
}
