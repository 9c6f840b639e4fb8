import { LRUCache } from 'lru-cache';
import { linesIn } from '../../db/models/worksheet-text.js';
import type { LoadedVersion } from '../../db/products/load-version.js';
import type { RatingResult } from '../../domain/rating/run/result.js';
import { BeyondBudget, StepBudget } from '../../domain/rating/run/step-budget.js';
import type { QuoteReplay } from '../../domain/rerating/replay-quote.js';
import { type RatedQuestion, type Rerating, rerateOn } from '../../domain/rerating/rerate.js';
import type { ThreadFunction, ThreadPool } from '../threads/thread-pool.js';
import type {
  rateInThread,
  replayInThread,
  SentRating,
  SentVersion,
  ThreadRatingOptions,
  unknownVersion,
} from './rating-thread.js';
import { type PackedQuote, replayOn } from './replay.js';

const file = new URL('./rating-thread.js', import.meta.url);
const cpuSeconds = 60;
const rating: ThreadFunction<typeof rateInThread> = { file, name: 'rateInThread', cpuSeconds };
const replaying: ThreadFunction<typeof replayInThread> = { file, name: 'replayInThread', cpuSeconds };

/** The most steps of a rating that is done while others wait for the process: some 20 ms. Usual ratings have some hundred. */
const inlineSteps = 5_000;

/** A larger worksheet, as it is stored, is read in a thread. About 400 steps. */
export const inlineSheetBytes = 15_000;

/** Whose turns at the threads a rating takes. */
export interface RatingTurn {
  organizationId: string;
  /** What is rated. Anyone who asks again within a minute, as an activity whose time was over, gets the rating under way. */
  id?: string;
}

/**
 * Rates here what takes few steps, as nearly everything does. What turns out to take more is rated from the beginning in a
 * thread, so that nobody else waits for it; the result is the same.
 */
export class Rater {
  readonly #threads: ThreadPool;
  readonly #inlineSteps: number;
  readonly #inThreads = new LRUCache<string, Promise<Rerating>>({
    max: 200,
    ttl: 60_000,
    ttlAutopurge: true,
  });

  constructor(threads: ThreadPool, { steps = inlineSteps }: { steps?: number } = {}) {
    this.#threads = threads;
    this.#inlineSteps = steps;
  }

  /** Throws what a {@link ThreadPool} throws and, with `throws`, an error of the engine. */
  async rate(
    turn: RatingTurn,
    version: LoadedVersion,
    question: RatedQuestion,
    options: ThreadRatingOptions = {},
  ): Promise<Rerating> {
    try {
      return rerateOn(version)(question, { ...options, budget: new StepBudget(this.#inlineSteps) });
    } catch (error) {
      if (!(error instanceof BeyondBudget)) throw error;
    }
    const { organizationId, id } = turn;
    const underWay = id === undefined ? undefined : this.#inThreads.get(id);
    if (underWay !== undefined) return underWay;
    const rated = this.#known(version, (sent) =>
      this.#threads.run(rating, organizationId, sent, question, options),
    ).then((rerating) => {
      return rerating.status === 'RATED' ? { ...rerating, rating: received(rerating.rating) } : rerating;
    });
    if (id !== undefined) {
      this.#inThreads.set(id, rated);
      rated.catch(() => this.#inThreads.delete(id));
    }
    return rated;
  }

  /** Compares a quote with its replay on its version; null if that cannot rate it. */
  async replay(
    organizationId: string,
    version: LoadedVersion,
    quote: PackedQuote,
  ): Promise<QuoteReplay | null> {
    if (quote.sheet.deflated.length <= inlineSheetBytes) {
      try {
        return replayOn(rerateOn(version), quote, new StepBudget(this.#inlineSteps));
      } catch (error) {
        if (!(error instanceof BeyondBudget)) throw error;
      }
    }
    // Its fields only: a model cannot be sent to a thread.
    const fields = { ...quote };
    return this.#known(version, (sent) => this.#threads.run(replaying, organizationId, sent, fields));
  }

  /** The result of a thread that knows the version, or is told it. */
  async #known<T>(
    { versionId, definition }: LoadedVersion,
    run: (sent: SentVersion) => Promise<T>,
  ): Promise<Exclude<T, typeof unknownVersion>> {
    const first = await run({ versionId, definition: null });
    return (first === 'UNKNOWN_VERSION' ? await run({ versionId, definition }) : first) as Exclude<
      T,
      typeof unknownVersion
    >;
  }
}

/** A rating as it was sent: its worksheet is read only if somebody asks for it. */
function received({ components, ...own }: SentRating): RatingResult {
  const rated = {
    ...own,
    ...(components && { components: components.map((each) => ({ ...each, rating: received(each.rating) })) }),
  };
  return Object.defineProperty(rated, 'worksheet', {
    get: () => linesIn(own.packed),
  }) as object as RatingResult;
}
