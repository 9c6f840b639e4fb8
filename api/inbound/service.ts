import type { Database } from '../../db/database.js';
import { acceptInbound } from '../../db/events/accept-inbound.js';
import type { JsonObject } from '../../domain/json.js';
import { Conflict, NotFound, Unavailable } from '../errors/app-error.js';
import { type EventRuns, RunClosed, RunUnanswered } from '../events/event-runs.js';
import type { Caller } from '../http/caller.js';

/** Takes what external systems send for runs that wait for it (spec 4.11). */
export class InboundService {
  readonly #db: Database;
  readonly #runs: Pick<EventRuns, 'tell'>;

  constructor({ db, runs }: { db: Database; runs: Pick<EventRuns, 'tell'> }) {
    this.#db = db;
    this.#runs = runs;
  }

  /**
   * Keeps the payload and tells the run. Safe to repeat: a repeat tells the run again while its action has not
   * ended, since an earlier request may have got no further than the database.
   */
  async receive(
    { organizationId }: Caller,
    { requestId, payload }: { requestId: string; payload: { [key: string]: unknown } },
  ): Promise<void> {
    const accepted = await acceptInbound(this.#db, {
      organizationId,
      requestId,
      payload: payload as JsonObject,
    });
    switch (accepted.result) {
      case 'ACCEPTED':
        return this.#tell(accepted, requestId);
      case 'REPEATED':
        return;
      case 'ANOTHER':
        throw new Conflict(`another payload was taken for request ${requestId}`);
      case 'OVER':
        throw new Conflict(`nothing waits for request ${requestId} any more`);
      case 'UNKNOWN':
        throw new NotFound('request', requestId);
    }
  }

  async #tell(
    { triggerRequestId, messageId }: { triggerRequestId: string; messageId: string },
    requestId: string,
  ): Promise<void> {
    try {
      await this.#runs.tell(triggerRequestId, { requestId, messageId });
    } catch (error) {
      if (error instanceof RunClosed) {
        throw new Conflict(`the run that waited for request ${requestId} was stopped`);
      }
      if (error instanceof RunUnanswered) {
        throw new Unavailable('the payload is kept, but its run cannot be told now: send it again', {
          cause: error,
        });
      }
      throw error;
    }
  }
}
