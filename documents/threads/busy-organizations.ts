/** An organization counts as busy for so long after its last work. */
const busyMs = 1_000;

/** Which organizations are busy with anything that they share: what one does slows down whatever another does. */
export class BusyOrganizations {
  readonly nowMs: () => number;
  /** How much work each has that waits or is under way. */
  readonly #work = new Map<string, number>();
  /** The organization that was busy last, and when another one was. */
  #last = { organizationId: '', atMs: Number.NEGATIVE_INFINITY };
  #anotherAtMs = Number.NEGATIVE_INFINITY;

  constructor(nowMs: () => number = () => performance.now()) {
    this.nowMs = nowMs;
  }

  begins(organizationId: string): void {
    this.#work.set(organizationId, (this.#work.get(organizationId) ?? 0) + 1);
    this.#seen(organizationId);
  }

  ends(organizationId: string): void {
    const left = (this.#work.get(organizationId) ?? 0) - 1;
    if (left > 0) this.#work.set(organizationId, left);
    else this.#work.delete(organizationId);
    this.#seen(organizationId);
  }

  #seen(organizationId: string): void {
    if (this.#last.organizationId !== organizationId) this.#anotherAtMs = this.#last.atMs;
    this.#last = { organizationId, atMs: this.nowMs() };
  }

  /** Whether others are, too. */
  areBesides(organizationId: string): boolean {
    if (this.#work.size > (this.#work.has(organizationId) ? 1 : 0)) return true;
    const { organizationId: last, atMs } = this.#last;
    return (last === organizationId ? this.#anotherAtMs : atMs) > this.nowMs() - busyMs;
  }
}
