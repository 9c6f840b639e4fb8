import { LRUCache } from 'lru-cache';

export interface LoginLimits {
  /** Failed logins within the window. */
  perUserId: number;
  perAddress: number;
  windowMs: number;
}

export const defaultLoginLimits: LoginLimits = { perUserId: 10, perAddress: 100, windowMs: 5 * 60_000 };

/** Counts failed logins by user id and by address, in this process. */
export interface LoginLimiter {
  /**
   * Counts an attempt as failed until it is known to have succeeded, so that attempts made side by side are
   * counted too. Returns the seconds to wait where there were too many, else nothing.
   */
  begin(userId: string, address: string): number | undefined;
  succeeded(userId: string, address: string): void;
}

/** Bounds memory against somebody who tries ever new user ids. */
const maxTracked = 50_000;

export function createLoginLimiter({ perUserId, perAddress, windowMs }: LoginLimits): LoginLimiter {
  const failures = new LRUCache<string, { count: number }>({ max: maxTracked, ttl: windowMs });
  const countersOf = (userId: string, address: string) => [
    { key: `user ${userId.toLowerCase()}`, limit: perUserId },
    { key: `address ${address}`, limit: perAddress },
  ];

  return {
    begin(userId, address) {
      const counters = countersOf(userId, address);
      const full = counters.filter(({ key, limit }) => (failures.get(key)?.count ?? 0) >= limit);
      if (full.length > 0) {
        return Math.max(1, ...full.map(({ key }) => Math.ceil(failures.getRemainingTTL(key) / 1000)));
      }
      for (const { key } of counters) {
        const counter = failures.get(key);
        if (counter) counter.count += 1;
        else failures.set(key, { count: 1 });
      }
      return undefined;
    },
    succeeded(userId, address) {
      for (const { key } of countersOf(userId, address)) {
        const counter = failures.get(key);
        if (counter) counter.count = Math.max(0, counter.count - 1);
      }
    },
  };
}
