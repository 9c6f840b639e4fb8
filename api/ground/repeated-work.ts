import type { Logger } from 'pino';

export interface RepeatedWorkOptions {
  everyMs: number;
  /** Until the first run; default: the interval. */
  firstMs?: number;
  log: Logger;
  /** The warning in the log when a run fails; the next one tries again. */
  whenFailed: string;
}

/** Work that a process repeats until it stops, one run after the other. */
export class RepeatedWork {
  #first: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(
    private readonly options: RepeatedWorkOptions,
    private readonly work: () => Promise<unknown>,
  ) {}

  start(): void {
    const { everyMs, firstMs } = this.options;
    if (firstMs !== undefined) this.#first = setTimeout(() => this.run(), firstMs).unref();
    this.#timer = setInterval(() => this.run(), everyMs).unref();
  }

  /** One more run, after those under way. */
  run(): void {
    this.#underWay = this.#underWay.then(() => this.#runLogged());
  }

  /** Resolves when the last run has ended. */
  async stop(): Promise<void> {
    clearTimeout(this.#first);
    clearInterval(this.#timer);
    await this.#underWay;
  }

  async #runLogged(): Promise<void> {
    const { log, whenFailed } = this.options;
    try {
      await this.work();
    } catch (error) {
      log.warn({ err: error }, whenFailed);
    }
  }
}
