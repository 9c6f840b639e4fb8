import type { StoredQuote } from '../../db/quotes/read-quotes.js';
import type { RunResult } from '../../domain/runs/run-result.js';

/** A closed event. */
export interface Closing {
  /** Undefined if the attempt that reported it found the event closed: the database has the result. */
  triggerResult: RunResult | undefined;
  /** The quote of the event's last action, as its quoting organization reads it, if it was read. */
  quote?: StoredQuote | undefined;
}

/** The end of a run that a request waits for. */
export interface ExpectedClosing {
  /** Never settles if no worker of this process closes the event. */
  readonly closing: Promise<Closing>;
  /** Undefined if the event is not closed in time. */
  within(ms: number): Promise<Closing | undefined>;
  /** Call it in the end. */
  forget(): void;
}

type Settle = (closing: Closing) => void;

/** Hands closed events over from the worker of this process, after their commit, to the requests that wait for them. */
export class RunClosings {
  readonly #expected = new Map<string, Set<Settle>>();

  /** Call it before the run is started, so that its end is not missed. */
  expect(triggerRequestId: string): ExpectedClosing {
    let settle: Settle = () => undefined;
    const closing = new Promise<Closing>((resolve) => {
      settle = resolve;
    });
    const waiting = this.#expected.get(triggerRequestId) ?? new Set();
    this.#expected.set(triggerRequestId, waiting.add(settle));
    return {
      closing,
      within: async (ms) => {
        let timer: NodeJS.Timeout | undefined;
        const tooLate = new Promise<undefined>((resolve) => {
          timer = setTimeout(resolve, ms, undefined);
        });
        return Promise.race([closing, tooLate]).finally(() => clearTimeout(timer));
      },
      forget: () => {
        waiting.delete(settle);
        if (waiting.size === 0) this.#expected.delete(triggerRequestId);
      },
    };
  }

  /** Call it once the event's end is committed. */
  tell(triggerRequestId: string, triggerResult: RunResult | undefined, quote?: StoredQuote): void {
    for (const settle of this.#expected.get(triggerRequestId) ?? []) settle({ triggerResult, quote });
  }
}
