import { z } from 'zod';
import type { ReplayPlace } from '../../db/webhooks/replay.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { BadRequest } from '../errors/app-error.js';
import { cursorParts, cursorText } from '../http/opaque-cursor.js';

/** The longest text of a cursor. */
export const longestCursor = 1_000;

const content = z.tuple([
  uuid,
  instant,
  instant,
  z.tuple([instant, uuid]).nullable(),
  z.string().regex(/^\d{1,18}$/),
]);

/** The cursor of an endpoint's replay that goes on from a place. */
export function cursorOf(endpointId: string, { from, begunAt, event, after }: ReplayPlace): string {
  const parts: z.infer<typeof content> = [
    endpointId,
    from,
    begunAt,
    event === null ? null : [event.at, event.id],
    after,
  ];
  return cursorText(parts);
}

/** The place of a cursor. 400 for a text that is none, or the cursor of another endpoint. */
export function placeOf(endpointId: string, cursor: string): ReplayPlace {
  const parsed = content.safeParse(cursorParts(cursor));
  if (!parsed.success || parsed.data[0] !== endpointId) {
    const detail = 'is no cursor of a replay to this endpoint: take nextCursor as it was answered';
    throw new BadRequest([{ field: 'cursor', detail }]);
  }
  const [, from, begunAt, event, after] = parsed.data;
  return { from, begunAt, event: event && { at: event[0], id: event[1] }, after };
}
