import type { Me } from '../../../clients/typescript/src/index.js';
import { say } from '../parts/toast.js';
import { t } from '../texts/texts.js';
import { beginSession, endSession, readMe } from './requests.js';

/** A younger session is given again instead of asking the person: a late answer refused an older one. */
const youngMs = 2_000;

export type SessionState = 'SIGNED_OUT' | 'SIGNED_IN' | 'ENDED';

/**
 * The session of the person who is signed in, whose cookie the browser has: a reload and further tabs find it. When the
 * service refuses it, the state is `ENDED` until the person has signed in again, here or in another tab; requests wait for
 * it.
 */
class Session {
  #state: SessionState = 'SIGNED_OUT';
  #me: Me | undefined;
  #givenAt = Number.NEGATIVE_INFINITY;
  #waiting: ((sessionId: string) => void)[] = [];
  readonly #watchers = new Set<() => void>();
  readonly #tabs = new BroadcastChannel('ioi-session');

  constructor() {
    this.#tabs.onmessage = ({ data }: MessageEvent<'in' | 'out'>) => {
      if (data === 'in') void this.resume();
      else if (this.#state !== 'SIGNED_OUT') this.#leave();
    };
  }

  state = (): SessionState => this.#state;
  /** Who signed in last. */
  me = (): Me | undefined => this.#me;

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  /** For the client, which asks at its first request, and again whenever the service refused what it was given. */
  async id(): Promise<string> {
    const refused = this.#me?.sessionId;
    if (refused && performance.now() - this.#givenAt < youngMs) return refused;
    if (this.#state === 'SIGNED_IN') {
      const found = await readMe();
      // Replaced in another tab, or by a change of the password.
      if (found?.sessionId && found.sessionId !== refused && this.#isSame(found)) return this.#adopt(found);
      this.#become('ENDED');
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Goes on with the session that the browser has, unless this page shows somebody else. */
  async resume(): Promise<void> {
    if (this.#state === 'SIGNED_IN') return;
    const found = await readMe();
    if (found && this.#isSame(found)) this.#adopt(found);
  }

  /** Reads again what the person has. */
  async readAgain(): Promise<void> {
    const found = await readMe();
    if (found && this.#state === 'SIGNED_IN' && this.#isSame(found)) this.#adopt(found);
  }

  /** Tells the other tabs that somebody has signed in, through a provider. */
  announce(): void {
    this.#tabs.postMessage('in');
  }

  /** Throws an error whose message tells the person what to do. */
  async signIn(userId: string, password: string, code?: string): Promise<void> {
    await beginSession(userId, password, code);
    const found = await readMe();
    if (!found) throw new Error(t(isSecureContext ? 'problems.noAnswerDetail' : 'session.notKept'));
    this.#adopt(found);
    this.announce();
  }

  /** In all tabs. Everything in the memory of a page is forgotten with it. `stays`: the next person comes to the same page. */
  async signOut({ stays = false } = {}): Promise<void> {
    if (this.#me?.sessionId && !(await endSession(this.#me.sessionId))) return say(t('session.notSignedOut'));
    // Where it had ended, others may have begun their own.
    if (this.#state === 'SIGNED_IN') this.#tabs.postMessage('out');
    if (stays) location.reload();
    else this.#leave();
  }

  #isSame(found: Me): boolean {
    return this.#me === undefined || this.#me.personId === found.personId;
  }

  #adopt(found: Me): string {
    const { sessionId = '' } = found;
    this.#me = found;
    this.#givenAt = performance.now();
    for (const resolve of this.#waiting.splice(0)) resolve(sessionId);
    this.#become('SIGNED_IN');
    return sessionId;
  }

  #leave(): void {
    location.assign(import.meta.env.BASE_URL);
  }

  #become(state: SessionState): void {
    this.#state = state;
    for (const watcher of this.#watchers) watcher();
  }
}

export const session = new Session();
