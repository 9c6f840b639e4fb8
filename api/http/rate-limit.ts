import type { RequestHandler } from 'express';
import { LRUCache } from 'lru-cache';
import { TooManyRequests } from '../errors/app-error.js';
import { type Caller, callerOf } from './caller.js';

/** Requests a minute; 0: any number. */
export interface RateLimits {
  /** Of one API key or person. */
  perCaller: number;
  /** Of all keys and persons of an organization. */
  perOrganization: number;
}

const windowSeconds = 60;
/** A caller that is forgotten may send as much as somebody new. */
const mostCallers = 20_000;

/**
 * Limits the requests of authenticated callers, counted by this process: 429 with `Retry-After` beyond. Anyone who was
 * silent for a minute has a whole minute's requests at once; then they come back evenly. Each answer has the fields
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers).
 */
export function rateLimit(
  { perCaller, perOrganization }: RateLimits,
  nowMs: () => number = () => performance.now(),
): RequestHandler {
  const policies = [
    new Policy('caller', perCaller, ({ apiKey, personId }) => apiKey ?? personId ?? ''),
    new Policy('organization', perOrganization, ({ organizationId }) => organizationId),
  ].filter(({ quota }) => quota > 0);
  if (policies.length === 0) return (_req, _res, next) => next();
  const described = policies.map(({ name, quota }) => `"${name}";q=${quota};w=${windowSeconds}`).join(', ');

  return (req, res, next) => {
    const caller = callerOf(req);
    const now = nowMs();
    const counted = policies.map((policy) => policy.take(caller, now));
    res.setHeader('RateLimit-Policy', described);
    res.setHeader('RateLimit', counted.map(({ field }) => field).join(', '));
    const waitSeconds = Math.max(...counted.map((one) => one.waitSeconds));
    if (waitSeconds === 0) return next();
    const which = counted.filter((one) => one.waitSeconds > 0).map(({ what }) => what);
    throw new TooManyRequests(`too many requests: ${which.join(', ')}`, waitSeconds);
  };
}

/** What a request left of a quota. */
interface Taken {
  /** Its part of `RateLimit`. */
  field: string;
  /** 0: the request may go on. */
  waitSeconds: number;
  what: string;
}

/** A quota that fills up evenly within the window. */
class Policy {
  readonly name: string;
  readonly quota: number;
  readonly #idOf: (caller: Caller) => string;
  readonly #perSecond: number;
  readonly #known = new LRUCache<string, { left: number; atMs: number }>({ max: mostCallers });

  constructor(name: string, quota: number, idOf: (caller: Caller) => string) {
    this.name = name;
    this.quota = quota;
    this.#idOf = idOf;
    this.#perSecond = quota / windowSeconds;
  }

  /** Takes a request from the caller's quota, unless none is left. */
  take(caller: Caller, nowMs: number): Taken {
    const id = this.#idOf(caller);
    const known = this.#known.get(id) ?? { left: this.quota, atMs: nowMs };
    known.left = Math.min(this.quota, known.left + ((nowMs - known.atMs) / 1000) * this.#perSecond);
    known.atMs = nowMs;
    const goesOn = known.left >= 1;
    if (goesOn) known.left -= 1;
    this.#known.set(id, known);
    const fullAfter = Math.ceil((this.quota - known.left) / this.#perSecond);
    return {
      field: `"${this.name}";r=${Math.floor(known.left)};t=${fullAfter}`,
      waitSeconds: goesOn ? 0 : Math.max(1, Math.ceil((1 - known.left) / this.#perSecond)),
      what: `the ${this.name} may send ${this.quota} a minute`,
    };
  }
}
