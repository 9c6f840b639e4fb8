import type { RequestHandler, Response } from 'express';
import { FairShare } from '../../documents/threads/fair-share.js';
import { callerOf } from './caller.js';
import type { ShareName } from './endpoint.js';

/** What of this process organizations share, and how much of it each has at once. */
export type Shares = Readonly<Record<ShareName, FairShare>>;

/**
 * The shares of a process.
 *
 * @param besideOthers Events of an organization at once while others are busy, too.
 */
export function sharesOfProcess(besideOthers: number): Shares {
  return {
    // Whoever is alone leaves two of the process's connections to the database to whoever comes next.
    requests: new FairShare({
      ...{ what: 'requests', most: 16, ofOne: 4, besideOthers: 2 },
      ...{ waiting: 500, patienceMs: 10_000, longestMs: 10_000 },
    }),
    // An event keeps Temporal, the worker and the database busy for tens of milliseconds.
    events: new FairShare({
      ...{ what: 'events', most: 16, ofOne: 16, besideOthers },
      ...{ waiting: 500, patienceMs: 10_000, longestMs: 2_000 },
    }),
    // They wait in threads, for turns of their own.
    jobs: new FairShare({
      ...{ what: 'documents and checks', most: 32, ofOne: 16, besideOthers: 2 },
      ...{ waiting: 200, patienceMs: 60_000 },
    }),
    // A connection to the database or a core for seconds.
    long: new FairShare({ what: 'long requests', most: 3, ofOne: 1, waiting: 20, patienceMs: 60_000 }),
  };
}

/** A step for the endpoints of a share: their requests wait for the turn of their organization once they are received. */
export function takingTurns(share: FairShare): RequestHandler {
  return (req, res, next) => {
    const { organizationId } = callerOf(req);
    req.turn = (work) =>
      share.take(
        organizationId,
        (end) => {
          req.endTurn = end;
          return work();
        },
        gone(res),
      );
    next();
  };
}

/** Aborted once nobody waits for the answer. */
function gone(res: Response): AbortSignal {
  const caller = new AbortController();
  if (res.destroyed) caller.abort();
  else res.once('close', () => caller.abort());
  return caller.signal;
}
