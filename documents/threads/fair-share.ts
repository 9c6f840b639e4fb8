import { BusyOrganizations } from './busy-organizations.js';

/** How many organizations use something at once, and how long they wait for it. */
export interface ShareLimits {
  /** What takes turns, in the plural: for errors. */
  what: string;
  /** Turns at once, of all organizations. */
  most: number;
  /** Of one organization. Less than `most` leaves one for the next organization, which then begins at once. */
  ofOne: number;
  /** Of one organization while others are busy, too. Default: as many. */
  besideOthers?: number;
  /** An organization's work that waits; more is refused. */
  waiting: number;
  /** How long work waits before it is refused. */
  patienceMs: number;
  /**
   * How long an organization rests after a turn while others are busy, too: so many times as long as the turn took, a second
   * at most. The others' work has many small steps, and each of them would wait for the next turn. Default: not at all.
   */
  rests?: number;
  /** A turn ends after so long: whatever takes longer mostly waits, such as for a worker that is away. Default: never. */
  longestMs?: number;
}

const longestRetrySeconds = 60;
const longestRestMs = 1_000;

/** The organization has too much work waiting, or its work waited too long. Nothing was done. */
export class NoTurn extends Error {
  override name = 'NoTurn';
  /** After so long there is probably room. */
  readonly retryAfterSeconds: number;

  constructor(message: string, waitedMs: number) {
    super(message);
    this.retryAfterSeconds = Math.min(longestRetrySeconds, Math.max(1, Math.ceil(waitedMs / 1_000)));
  }
}

/** The work of one organization. */
interface Line {
  /** With those that rest. */
  underWay: number;
  waiting: { begin(): void; sinceMs: number }[];
  /** The number of its last turn. */
  lastTurn: number;
}

/**
 * Lets organizations take turns at what all of them need: the process, its threads, long statements. Those that wait get
 * their turns one after the other, and an organization's work keeps its order. An organization that is busy alone does
 * more at once than beside others.
 */
export class FairShare {
  readonly limits: Readonly<Required<ShareLimits>>;
  readonly #busy: BusyOrganizations;
  /** Of organizations with work. */
  readonly #lines = new Map<string, Line>();
  #underWay = 0;
  #waiting = 0;
  #turns = 0;

  /** @param busy Who is busy with this or another share of the same process. */
  constructor(limits: ShareLimits, busy = new BusyOrganizations()) {
    this.limits = { besideOthers: limits.ofOne, rests: 0, longestMs: Number.POSITIVE_INFINITY, ...limits };
    this.#busy = busy;
  }

  /**
   * Does the work when it is the organization's turn. The turn ends with the work, after the longest time of a turn, or
   * when the work calls `end`, since it only waits from then on. Throws {@link NoTurn} if too much waits already, if no
   * turn comes in time, or if `gone` says that nobody waits for the work anymore: it is asked only for work that has to
   * wait, as a signal costs as much as the rest of a turn.
   */
  async take<T>(
    organizationId: string,
    work: (end: () => void) => Promise<T>,
    gone?: () => AbortSignal,
  ): Promise<T> {
    const line = this.#lines.get(organizationId) ?? { underWay: 0, waiting: [], lastTurn: 0 };
    this.#lines.set(organizationId, line);
    this.#busy.begins(organizationId);
    if (line.waiting.length > 0 || !this.#isFree(organizationId, line)) {
      await this.#turn(organizationId, line, gone?.()).catch((error: NoTurn) => {
        this.#busy.ends(organizationId);
        throw error;
      });
    } else this.#begin(line);
    const beganAtMs = this.#busy.nowMs();
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      this.#end(organizationId, line, this.#busy.nowMs() - beganAtMs);
    };
    const { longestMs } = this.limits;
    const tooLong = Number.isFinite(longestMs) ? setTimeout(end, longestMs) : undefined;
    try {
      return await work(end);
    } finally {
      clearTimeout(tooLong);
      end();
    }
  }

  /** Waits until the line is called. */
  async #turn(organizationId: string, line: Line, signal: AbortSignal | undefined): Promise<void> {
    const { what, waiting: most, patienceMs } = this.limits;
    const [first] = line.waiting;
    const sinceMs = this.#busy.nowMs();
    if (line.waiting.length >= most) {
      const waitedMs = sinceMs - (first?.sinceMs ?? sinceMs);
      throw new NoTurn(`${most} ${what} of the organization are waiting already`, waitedMs);
    }
    return new Promise((resolve, reject) => {
      const leave = (why: string) => {
        line.waiting.splice(line.waiting.indexOf(waiting), 1);
        this.#waiting -= 1;
        this.#forgetIdle(organizationId, line);
        settled();
        reject(new NoTurn(why, patienceMs));
      };
      const tooLate = () => leave(`too many ${what} of the organization wait for their turn`);
      const gone = () => leave('its caller is gone');
      const settled = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', gone);
      };
      const waiting = {
        sinceMs,
        begin: () => {
          settled();
          // What has arrived meanwhile is read first.
          setImmediate(resolve);
        },
      };
      const timer = setTimeout(tooLate, patienceMs);
      line.waiting.push(waiting);
      this.#waiting += 1;
      if (signal?.aborted) gone();
      else signal?.addEventListener('abort', gone);
    });
  }

  #begin(line: Line): void {
    line.underWay += 1;
    this.#underWay += 1;
    this.#turns += 1;
    line.lastTurn = this.#turns;
  }

  #end(organizationId: string, line: Line, tookMs: number): void {
    this.#underWay -= 1;
    this.#busy.ends(organizationId);
    const isRested = () => {
      line.underWay -= 1;
      this.#forgetIdle(organizationId, line);
      this.#callNext();
    };
    const restMs = this.#busy.areBesides(organizationId)
      ? Math.min(longestRestMs, tookMs * this.limits.rests)
      : 0;
    if (restMs < 1) isRested();
    else {
      setTimeout(isRested, restMs);
      this.#callNext();
    }
  }

  #forgetIdle(organizationId: string, line: Line): void {
    if (line.underWay === 0 && line.waiting.length === 0) this.#lines.delete(organizationId);
  }

  #isFree(organizationId: string, line: Line): boolean {
    const { most, ofOne, besideOthers } = this.limits;
    if (this.#underWay >= most || line.underWay >= ofOne) return false;
    return line.underWay < besideOthers || !this.#busy.areBesides(organizationId);
  }

  /** Calls the caller that had its last turn the longest ago, until nothing more is free. */
  #callNext(): void {
    while (this.#waiting > 0) {
      const [next] = [...this.#lines]
        .filter(([id, line]) => line.waiting.length > 0 && this.#isFree(id, line))
        .map(([, line]) => line)
        .sort((a, b) => a.lastTurn - b.lastTurn);
      if (next === undefined) return;
      this.#begin(next);
      this.#waiting -= 1;
      next.waiting.shift()?.begin();
    }
  }
}
