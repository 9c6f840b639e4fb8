import { TooManyRequests } from '../errors/app-error.js';

/** Bounds of the work that requests have under way in this process. */
export interface FairTurnLimits {
  /** Requests under way at once. */
  most: number;
  /** Of one organization, while others are busy, too. */
  mostBesideOthers: number;
  /** A turn ends after so long: whatever takes longer mostly waits, such as for a worker that is away. */
  longestMs: number;
  /** How long a request waits for its turn. */
  patienceMs: number;
  /** An organization counts as busy for so long after its last request. */
  busyMs: number;
}

const standardLimits: FairTurnLimits = {
  most: 16,
  mostBesideOthers: 1,
  longestMs: 2_000,
  patienceMs: 10_000,
  busyMs: 1_000,
};

const retrySeconds = 5;

/** The requests of one organization. */
interface Line {
  underWay: number;
  waiting: (() => void)[];
  /** When a request came in or ended. */
  lastMs: number;
  /** The number of its last turn. */
  lastTurn: number;
}

/**
 * Lets organizations take turns at work that keeps the whole service busy. An organization that is busy alone has many
 * requests under way; beside others it has few, so that theirs hardly wait for its own. Requests of an organization keep
 * their order.
 */
export class FairTurns {
  readonly #limits: FairTurnLimits;
  readonly #nowMs: () => number;
  readonly #lines = new Map<string, Line>();
  #underWay = 0;
  #waiting = 0;
  #turns = 0;

  constructor(limits: Partial<FairTurnLimits> = {}, nowMs: () => number = () => performance.now()) {
    this.#limits = { ...standardLimits, ...limits };
    this.#nowMs = nowMs;
  }

  /**
   * Does the work when it is the organization's turn. The turn ends with the work, after the longest time of a turn, or
   * when the work calls `end`, since it only waits from then on. 429 if no turn comes in time.
   */
  async take<T>(organizationId: string, work: (end: () => void) => Promise<T>): Promise<T> {
    const line = this.#lineOf(organizationId);
    if (line.waiting.length > 0 || !this.#isFree(line)) await this.#turn(line);
    else this.#begin(line);
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      line.underWay -= 1;
      line.lastMs = this.#nowMs();
      this.#underWay -= 1;
      this.#callNext();
    };
    const tooLong = setTimeout(end, this.#limits.longestMs);
    try {
      return await work(end);
    } finally {
      clearTimeout(tooLong);
      end();
    }
  }

  #lineOf(organizationId: string): Line {
    const line = this.#lines.get(organizationId) ?? { underWay: 0, waiting: [], lastMs: 0, lastTurn: 0 };
    line.lastMs = this.#nowMs();
    this.#lines.set(organizationId, line);
    return line;
  }

  #turn(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        line.waiting.splice(line.waiting.indexOf(called), 1);
        this.#waiting -= 1;
        reject(new TooManyRequests('too many events of the organization wait for their turn', retrySeconds));
      }, this.#limits.patienceMs);
      line.waiting.push(called);
      this.#waiting += 1;
    });
  }

  #begin(line: Line): void {
    line.underWay += 1;
    this.#underWay += 1;
    this.#turns += 1;
    line.lastTurn = this.#turns;
  }

  #isFree(line: Line): boolean {
    if (this.#underWay >= this.#limits.most) return false;
    return line.underWay < this.#limits.mostBesideOthers || this.#isAlone(line);
  }

  #isAlone(line: Line): boolean {
    const since = this.#nowMs() - this.#limits.busyMs;
    for (const [id, other] of this.#lines) {
      if (other === line) continue;
      if (other.underWay > 0 || other.waiting.length > 0 || other.lastMs > since) return false;
      this.#lines.delete(id);
    }
    return true;
  }

  /** Calls whoever had its last turn the longest ago, until nothing more is free. */
  #callNext(): void {
    while (this.#waiting > 0) {
      const free = [...this.#lines.values()].filter((line) => line.waiting.length > 0 && this.#isFree(line));
      const [next] = free.sort((a, b) => a.lastTurn - b.lastTurn);
      if (next === undefined) return;
      this.#begin(next);
      this.#waiting -= 1;
      next.waiting.shift()?.();
    }
  }
}
