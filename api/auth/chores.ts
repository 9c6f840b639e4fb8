import type { Logger } from 'pino';

const everyMs = 60_000;

/** Work that authentication repeats every minute, and once more when it stops. */
export class Chores {
  readonly #log: Logger;
  readonly #chores: readonly (() => Promise<void>)[];
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> = Promise.resolve();

  constructor(log: Logger, chores: readonly (() => Promise<void>)[]) {
    this.#log = log;
    this.#chores = chores;
  }

  /** Begins at once. */
  start(): void {
    this.#repeat();
    this.#timer = setInterval(() => this.#repeat(), everyMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#repeat();
    await this.#underWay;
  }

  #repeat(): void {
    this.#underWay = this.#underWay.then(async () => {
      for (const chore of this.#chores) await this.#doOne(chore);
    });
  }

  async #doOne(chore: () => Promise<void>): Promise<void> {
    try {
      await chore();
    } catch (error) {
      this.#log.warn({ err: error }, 'could not clean up keys and sign-ins; retrying in a minute');
    }
  }
}
