import type { RequestHandler } from 'express';
import type { PublicIds } from '../../db/public-ids.js';
import { eventKeysIn } from '../../domain/events/event-key.js';
import { atEnd } from './at-end.js';

/**
 * No key of an event leaves the service, in whatever answer and field: each is replaced by the event's
 * `triggerRequestId`, which is as long. Answers without keys, nearly all of them, are sent at once.
 */
export function publicIds(ids: Pick<PublicIds, 'in'>): RequestHandler {
  return (_req, res, next) => {
    atEnd(res, (body, end) => {
      // Ids are ASCII, whatever the bytes around them.
      const text = typeof body === 'string' ? body : body.toString('latin1');
      if (eventKeysIn(text).length === 0) return end(body);
      return ids.in(text).then(
        (shown) => end(typeof body === 'string' ? shown : Buffer.from(shown, 'latin1')),
        (error) => res.destroy(error),
      );
    });
    next();
  };
}
