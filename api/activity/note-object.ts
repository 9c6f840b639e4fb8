import type { ClientNote } from '../../db/models/client-note.js';
import type { Author } from '../../domain/ground/author.js';
import { withoutNullMembers } from '../../domain/ground/json.js';
import type { ActivityEntry, ClientNoteObject } from './schemas.js';

export const shownAuthor = (author: Author) => withoutNullMembers(author) as ActivityEntry['author'];

/** A note on a client. */
export function noteObject({
  id,
  clientId,
  text,
  mentions,
  createdAt,
  createdBy,
}: ClientNote): ClientNoteObject {
  const createdTimestamp = createdAt.toISOString();
  return { id, clientId, text, mentions, createdTimestamp, createdBy: shownAuthor(createdBy) };
}
