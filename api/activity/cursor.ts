import { z } from 'zod';
import type { ActivityPlace } from '../../db/activity/read-activity.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { instant, uuid } from '../../domain/ground/primitives.js';
import { BadRequest } from '../errors/app-error.js';
import { cursorParts, cursorText } from '../http/opaque-cursor.js';

export const mostCursorLength = 300;

const content = z.tuple([
  z.string(),
  z
    .string()
    .regex(/\.\d{6}Z$/)
    .pipe(instant),
  z.number().int().min(0).max(1_000),
  uuid,
]);

/** The cursor of what follows an entry. It belongs to its feed: the subject, the kinds and the time. */
export const cursorAfter = (feed: object, { at, source, id }: ActivityPlace): string =>
  cursorText([nameOf(feed), at, source, id]);

/** The place of a cursor. 400 for a text that is none, or the cursor of another feed. */
export function placeOf(feed: object, cursor: string): ActivityPlace {
  const parsed = content.safeParse(cursorParts(cursor));
  if (!parsed.success) throw refused('is no cursor: take nextCursor as it was answered');
  const [name, at, source, id] = parsed.data;
  if (name !== nameOf(feed))
    throw refused('belongs to another list: repeat its kinds, from and to, or begin without a cursor');
  return { at, source, id };
}

const refused = (detail: string) => new BadRequest([{ field: 'cursor', in: 'query', detail }]);

const nameOf = (feed: object): string => contentHash(feed).slice(0, 16);
