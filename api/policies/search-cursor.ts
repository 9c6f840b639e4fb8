import { z } from 'zod';
import type { SearchPlace } from '../../db/policies/continue-search.js';
import { isSnapshot } from '../../db/policies/late-policies.js';
import { keySchema, type PolicySort } from '../../db/policies/policy-orders.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { uuid } from '../../domain/ground/primitives.js';
import { BadRequest } from '../errors/app-error.js';
import { cursorParts, cursorText } from '../http/opaque-cursor.js';

/** Where a search goes on, and the number of its next page. */
interface Place extends SearchPlace {
  page: number;
}

/** The longest text of a cursor: it holds policy numbers, and the transactions that were open. */
export const longestCursor = 40_000;

const snapshot = z.string().refine(isSnapshot);
const content = z.tuple([
  z.string(),
  z.number().int().min(1),
  z.number().int().min(0),
  z.string(),
  uuid,
  snapshot,
  z.tuple([snapshot, z.string(), uuid]).nullable(),
]);

/** The cursor of a search that goes on. It belongs to its search: all that began it. */
export function cursorOf(search: object, { page, total, key, id, snapshot, late }: Place): string {
  const parts: z.infer<typeof content> = [
    ...([nameOf(search), page, total, key, id, snapshot] as const),
    late && [late.since, late.key, late.id],
  ];
  return cursorText(parts);
}

/** The place of a cursor. 400 for a text that is none, or the cursor of another search. */
export function placeOf(search: object, sort: PolicySort, cursor: string): Place {
  const parsed = content.safeParse(cursorParts(cursor));
  if (!parsed.success) throw refused('is no cursor of this search: take nextCursor as it was answered');
  const [name, page, total, key, id, snapshot, late] = parsed.data;
  if (name !== nameOf(search)) {
    throw refused(
      'belongs to another search: repeat its filters, sort, size and page, or begin without a cursor',
    );
  }
  const keys = late === null ? [key] : [key, late[1]];
  if (!keys.every((each) => keySchema(sort).safeParse(each).success))
    throw refused('is no cursor of this search');
  const place = { page, total, key, id, snapshot };
  return { ...place, late: late && { since: late[0], key: late[1], id: late[2] } };
}

const refused = (detail: string) => new BadRequest([{ field: 'cursor', detail }]);

const nameOf = (search: object): string => contentHash(search).slice(0, 16);
