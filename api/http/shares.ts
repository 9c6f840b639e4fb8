import type { Request, RequestHandler, Response } from 'express';
import { BusyOrganizations } from '../../documents/threads/busy-organizations.js';
import { FairShare, type ShareLimits } from '../../documents/threads/fair-share.js';
import { callerOf } from './caller.js';
import type { ShareName } from './endpoint.js';

/** What of this process organizations share, and how much of it each has at once. */
export type Shares = Readonly<Record<ShareName | 'bodies', FairShare>>;

/** A larger body takes more than some milliseconds to read and check. */
export const largeBytes = 64 * 1024;

/**
 * The shares of a process.
 *
 * @param besideOthers Events of an organization at once while others are busy, too.
 */
export function sharesOfProcess(besideOthers: number): Shares {
  const busy = new BusyOrganizations();
  const share = (limits: ShareLimits) => new FairShare(limits, busy);
  return {
    // A caller that is alone leaves two of the process's connections to the database to the next one.
    requests: share({
      what: 'requests',
      most: 16,
      ofOne: 4,
      besideOthers: 1,
      rests: 1,
      waiting: 500,
      patienceMs: 10_000,
      longestMs: 10_000,
    }),
    // An event keeps Temporal, the worker and the database busy for tens of milliseconds.
    events: share({
      what: 'events',
      most: 16,
      ofOne: 16,
      besideOthers,
      waiting: 500,
      patienceMs: 10_000,
      longestMs: 2_000,
    }),
    // Instead of the above for large bodies, which are received in their turn: a slow sender holds up no others.
    bodies: share({
      what: 'large bodies',
      most: 4,
      ofOne: 2,
      besideOthers: 1,
      rests: 3,
      waiting: 50,
      patienceMs: 30_000,
      longestMs: 30_000,
    }),
    // They wait in threads, for turns of their own.
    jobs: share({
      what: 'documents and checks',
      most: 32,
      ofOne: 16,
      besideOthers: 2,
      waiting: 200,
      patienceMs: 60_000,
    }),
    // A connection to the database, or threads with the versions and their memory, for seconds.
    reports: share({ what: 'reports', most: 3, ofOne: 1, waiting: 20, patienceMs: 60_000 }),
    impacts: share({ what: 'impacts', most: 2, ofOne: 1, waiting: 20, patienceMs: 60_000 }),
    // Each is in memory as a whole, several times over. They are received in their turn.
    books: share({
      what: 'books',
      most: 1,
      ofOne: 1,
      waiting: 3,
      patienceMs: 60_000,
      longestMs: 60_000,
    }),
  };
}

/** A step for the endpoints of a share: their requests wait for the turn of their organization. */
export function takingTurns(shares: Shares, name: ShareName): RequestHandler {
  const { bodies } = shares;
  const ofLarge = name === 'requests' || name === 'events' ? bodies : shares[name];
  return (req, res, next) => {
    const { organizationId } = callerOf(req);
    const share = isLarge(req) ? ofLarge : shares[name];
    req.turn = (work) =>
      share.take(
        organizationId,
        (end) => {
          req.endTurn = end;
          return work();
        },
        () => gone(res),
      );
    next();
  };
}

/** Of a body without a length, it is assumed. */
function isLarge({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > largeBytes;
}

const callers = new WeakMap<Response, AbortSignal>();

/** Aborted once nobody waits for the rest of the answer. One for each: a response has listeners enough. */
export function gone(res: Response): AbortSignal {
  const known = callers.get(res);
  if (known !== undefined) return known;
  const caller = new AbortController();
  const closed = () => {
    if (!res.writableFinished) caller.abort();
  };
  if (res.destroyed) closed();
  else res.once('close', closed);
  callers.set(res, caller.signal);
  return caller.signal;
}
