import type { Tokens } from '../../../clients/typescript/src/index.js';
import { requestTokens } from './request-tokens.js';

/** Younger tokens are given again instead of asking the person: a late answer refused older ones. */
const youngMs = 2_000;

export type SessionState = 'SIGNED_OUT' | 'SIGNED_IN' | 'ENDED';

/**
 * The tokens of the person who is signed in, in the memory of this page only. When the service refuses them, the state is
 * `ENDED` until the person has signed in again; requests wait for it.
 */
class Session {
  #state: SessionState = 'SIGNED_OUT';
  #tokens: Tokens | undefined;
  #givenAt = Number.NEGATIVE_INFINITY;
  /** They replaced others, and the client does not have them yet. */
  #areNew = false;
  #userId = '';
  #waiting: ((tokens: Tokens) => void)[] = [];
  readonly #watchers = new Set<() => void>();

  state = (): SessionState => this.#state;
  /** Who signed in last. */
  userId = (): string => this.#userId;

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** For the client, which asks at its first request, and again whenever the service refused what it was given. */
  tokens(): Promise<Tokens> {
    if (this.#areNew) this.#given();
    if (this.#tokens && performance.now() - this.#givenAt < youngMs) return Promise.resolve(this.#tokens);
    if (this.#state === 'SIGNED_IN') this.#become('ENDED');
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Throws what `requestTokens` throws. */
  async signIn(userId: string, password: string): Promise<void> {
    this.#tokens = await requestTokens(userId, password);
    this.#given();
    this.#userId = userId;
    const waiting = this.#waiting.splice(0);
    for (const resolve of waiting) resolve(this.#tokens);
    this.#become('SIGNED_IN');
  }

  /** Keeps tokens that replace those of now, which have ended. */
  replace(tokens: Tokens): void {
    this.#tokens = tokens;
    this.#areNew = true;
  }

  #given(): void {
    this.#areNew = false;
    this.#givenAt = performance.now();
  }

  /** Everything in the memory of the page is forgotten with it. */
  signOut(): void {
    location.assign(import.meta.env.BASE_URL);
  }

  #become(state: SessionState): void {
    this.#state = state;
    this.changed();
  }

  /** Tells those who watch it. */
  changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

export const session = new Session();
