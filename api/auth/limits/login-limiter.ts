import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Database } from '../../../db/database.js';
import {
  attemptSucceeded,
  countAttempt,
  deleteCounters,
  deleteExpiredCounters,
  type SignInCounter,
} from '../../../db/identity/sign-in-counters.js';

/** Failed sign-ins that are allowed within the window. */
export interface LoginLimits {
  /** Of a user from an address. */
  perUserAtAddress: number;
  /** Of a user from all addresses together. An address from which the user has signed in before is exempt. */
  perUser: number;
  perAddress: number;
  windowMs: number;
}

export const defaultLoginLimits: LoginLimits = {
  perUserAtAddress: 10,
  perUser: 100,
  perAddress: 100,
  windowMs: 5 * 60_000,
};

/** An attempt to sign in. */
export interface Attempt {
  /** The id of the person found, or else the user id as the database compares it. */
  user: string;
  address: string;
}

/**
 * Counts failed sign-ins in the database, for all processes. The limit of a user from one address is strict. That from
 * all addresses is looser, and does not hold at addresses from which the user has signed in before: so nobody can lock
 * a user out from elsewhere.
 */
export class LoginLimiter {
  constructor(
    private readonly db: Database,
    private readonly limits: LoginLimits = defaultLoginLimits,
    /** What is counted apart from sign-ins. */
    private readonly purpose?: 'ASKED_FOR_CODE' | 'SIGN_ON' | 'PASSWORD_RESET',
  ) {}

  /**
   * Counts an attempt as failed until it has succeeded, so that concurrent attempts count too. Returns the
   * seconds to wait if there were too many; else undefined.
   */
  async begin(attempt: Attempt): Promise<number | undefined> {
    return (await this.count(attempt)).waitSeconds;
  }

  /** As `begin`; `isFirst`: of the user from that address within the window. */
  async count(attempt: Attempt): Promise<{ waitSeconds: number | undefined; isFirst: boolean }> {
    const { perUserAtAddress, perUser, perAddress, windowMs } = this.limits;
    const { pair, user, address } = this.#keysOf(attempt);
    const fullOnes = (counters: readonly SignInCounter[]) => {
      const counterOf = (key: Buffer) => counters.find((counter) => counter.key.equals(key));
      const known = counterOf(pair)?.known ?? false;
      const limits = [
        { key: pair, limit: perUserAtAddress },
        { key: address, limit: perAddress },
        ...(known ? [] : [{ key: user, limit: perUser }]),
      ];
      return limits.flatMap(({ key, limit }) => {
        const counter = counterOf(key);
        return counter !== undefined && counter.failures >= limit ? [counter] : [];
      });
    };
    const counters = await countAttempt(
      this.db,
      { keys: [pair, user, address], windowMs },
      (counted) => fullOnes(counted).length > 0,
    );
    const full = fullOnes(counters);
    return {
      waitSeconds:
        full.length === 0 ? undefined : Math.max(1, ...full.map(({ endsIn }) => Math.ceil(endsIn))),
      isFirst: counters.some(({ key, failures }) => key.equals(pair) && failures === 0),
    };
  }

  async succeeded(attempt: Attempt): Promise<void> {
    const { pair, user, address } = this.#keysOf(attempt);
    await attemptSucceeded(this.db, { keys: [pair, user, address], pair });
  }

  /** Takes back an attempt that is neither a failure nor a sign-in: the address is not known by it. */
  async goesOn(attempt: Attempt): Promise<void> {
    const { pair, user, address } = this.#keysOf(attempt);
    await attemptSucceeded(this.db, { keys: [pair, user, address], pair: Buffer.alloc(0) });
  }

  /** Only failures without a success between count, where the next one is to start over. */
  async startOver(attempt: Attempt): Promise<void> {
    const { pair, user, address } = this.#keysOf(attempt);
    await deleteCounters(this.db, [pair, user, address]);
  }

  async forgetExpired(): Promise<void> {
    await deleteExpiredCounters(this.db);
  }

  /** Hashed: user ids that do not exist may be passwords in the wrong field. */
  #keysOf({ user, address }: Attempt) {
    const network = networkOf(address);
    const purpose = this.purpose === undefined ? [] : [this.purpose];
    const key = (...parts: string[]) =>
      createHash('sha256')
        .update(JSON.stringify([...purpose, ...parts]))
        .digest();
    return {
      pair: key('pair', user, network),
      user: key('user', user),
      address: key('address', network),
    };
  }
}

/** An IPv4 address, or the /64 network of an IPv6 address, within which a caller can choose its addresses freely. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined || !isIPv6(bare)) return mapped ?? bare;
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array<string>(8 - groups.length - last.length).fill('0');
  return `${[...groups, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
