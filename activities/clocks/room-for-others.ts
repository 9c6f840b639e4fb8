/** As many clocks take steps at a time as if there were no others. */
const unhurried = 2;
/** For each clock more: about the time that a step takes, so that all together take no more steps than these. */
const restMsOfEach = 250;
const longestRestMs = 60_000;
/** A clock takes its next step within twice its rest and this time, or advances no more. */
const longestStepMs = 10_000;

/** The rests of clocks between their steps, so that many of them leave a worker room for the requests of others. */
export class RoomForOthers {
  /** When each clock took its last step, in milliseconds since 1970. */
  readonly #steps = new Map<string, number>();

  /** Notes a step of a clock, and answers how long it is to rest after it, in milliseconds. */
  restAfterStep(clockId: string, nowMs: number): number {
    this.#steps.set(clockId, nowMs);
    const rest = () => Math.min(Math.max(0, this.#steps.size - unhurried) * restMsOfEach, longestRestMs);
    const forgottenMs = nowMs - 2 * rest() - longestStepMs;
    for (const [id, steppedMs] of this.#steps) if (steppedMs < forgottenMs) this.#steps.delete(id);
    return rest();
  }
}
