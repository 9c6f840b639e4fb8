import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { TooManyRequests } from '../errors/app-error.js';

const windowMs = 60_000;

/**
 * Limits the requests without credentials of each address, counted by this process: 429 beyond so many a minute. Returns the check
 * of a request.
 */
export function addressLimit(
  perMinute: number,
  nowMs: () => number = () => performance.now(),
): (req: Request) => void {
  const counted = new LRUCache<string, { since: number; requests: number }>({ max: 20_000 });
  return (req) => {
    const address = req.ip ?? '';
    const now = nowMs();
    const known = counted.get(address);
    const window = known && now - known.since < windowMs ? known : { since: now, requests: 0 };
    window.requests += 1;
    counted.set(address, window);
    if (window.requests <= perMinute) return;
    throw new TooManyRequests('too many requests', Math.ceil((windowMs - (now - window.since)) / 1000));
  };
}
