import type { ServerResponse } from 'node:http';
import type { PublicIds } from '../../db/public-ids.js';
import { eventKeysIn } from '../../domain/events/event-key.js';
import type { Step } from './request.js';

/**
 * No key of an event leaves the service, in whatever answer and field: each is replaced by the event's
 * `triggerRequestId`, which is as long. Answers without keys, nearly all of them, are sent at once.
 */
export function publicIds(ids: Pick<PublicIds, 'in'>): Step {
  return (_req, res, next) => {
    const end = res.end.bind(res) as (...given: unknown[]) => ServerResponse;
    const endPublic = (body?: unknown, ...others: unknown[]): ServerResponse => {
      if (typeof body !== 'string' || eventKeysIn(body).length === 0) return end(body, ...others);
      ids.in(body).then(
        (text) => end(text, ...others),
        (error) => res.destroy(error),
      );
      return res;
    };
    res.end = endPublic as typeof res.end;
    next();
  };
}
