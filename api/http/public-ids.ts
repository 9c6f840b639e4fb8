import type { PublicIds } from '../../db/public-ids.js';
import { eventKeysIn } from '../../domain/events/event-key.js';
import { atEnd } from './at-end.js';
import type { Step } from './request.js';

/**
 * No key of an event leaves the service, in whatever answer and field: each is replaced by the event's
 * `triggerRequestId`, which is as long. Answers without keys, nearly all of them, are sent at once.
 */
export function publicIds(ids: Pick<PublicIds, 'in'>): Step {
  return (_req, res, next) => {
    atEnd(res, (end, body, ...others) => {
      if (typeof body !== 'string' || eventKeysIn(body).length === 0) return end(body, ...others);
      return ids.in(body).then(
        (text) => end(text, ...others),
        (error) => res.destroy(error),
      );
    });
    next();
  };
}
