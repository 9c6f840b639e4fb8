import { z } from 'zod';
import { keySchema, type LastRow, type PolicySort } from '../../db/policies/policy-orders.js';
import type { Continued } from '../../db/policies/policy-search.js';
import { contentHash } from '../../domain/ground/canonical-json.js';
import { uuid } from '../../domain/ground/primitives.js';
import { BadRequest } from '../errors/app-error.js';
import { cursorParts, cursorText } from '../http/opaque-cursor.js';

/** Where a search goes on: the number of its next page, the total of its beginning, and the last row read. */
interface Place extends Continued {
  page: number;
}

/** The longest text of a cursor: it holds a policy number at most. */
export const longestCursor = 4_000;

const content = z.tuple([z.string(), z.number().int().min(1), z.number().int().min(0), z.string(), uuid]);

/** The cursor of a search that goes on after a row. It belongs to its search: all that began it. */
export function cursorOf(
  search: object,
  { page, total, last }: { page: number; total: number; last: LastRow },
): string {
  const parts: z.infer<typeof content> = [nameOf(search), page, total, last.key, last.id];
  return cursorText(parts);
}

/** The place of a cursor. 400 for a text that is none, or the cursor of another search. */
export function placeOf(search: object, sort: PolicySort, cursor: string): Place {
  const parsed = content.safeParse(cursorParts(cursor));
  if (!parsed.success) throw refused('is no cursor of this search: take nextCursor as it was answered');
  const [name, page, total, key, id] = parsed.data;
  if (name !== nameOf(search)) {
    throw refused(
      'belongs to another search: repeat its filters, sort, size and page, or begin without a cursor',
    );
  }
  if (!keySchema(sort).safeParse(key).success) throw refused('is no cursor of this search');
  return { page, total, key, id };
}

const refused = (detail: string) => new BadRequest([{ field: 'cursor', detail }]);

const nameOf = (search: object): string => contentHash(search).slice(0, 16);
