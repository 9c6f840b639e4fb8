import { randomUUID } from 'node:crypto';
import { findSubject } from '../../db/activity/find-subject.js';
import { type ActivityRow, readActivity } from '../../db/activity/read-activity.js';
import { type ActivityKind, activityKinds, type SubjectKind } from '../../db/activity/sources/source.js';
import { activitySources, sourceNames } from '../../db/activity/sources.js';
import { addClientNote } from '../../db/clients/add-note.js';
import type { Database } from '../../db/database.js';
import { between } from '../../db/filters.js';
import { timeZoneOfDays } from '../../db/time-zones.js';
import { theService } from '../../domain/ground/author.js';
import { withoutNullMembers } from '../../domain/ground/json.js';
import { requireMentioned } from '../desk/people.js';
import { BadRequest, Conflict, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import { cursorAfter, placeOf } from './cursor.js';
import { noteObject, shownAuthor } from './note-object.js';
import { permissionToRead } from './permissions.js';
import {
  type ActivityEntry,
  type ActivityPage,
  type ActivityQuery,
  type ClientNoteObject,
  type ClientNoteToAdd,
  mostClientNotes,
} from './schemas.js';

const { from: first, to: last } = between('at', '');

/** What has happened to clients, policies and quotes: an extension. Each organization reads what it sees. */
export class Activity {
  constructor(private readonly uses: { db: Database; now: () => Date }) {}

  /** A page of a feed, newest first. 404 if the caller does not see the subject. */
  async of(caller: Caller, kind: SubjectKind, id: string, asked: ActivityQuery): Promise<ActivityPage> {
    const { db } = this.uses;
    const { organizationId, permissions } = caller;
    const { size, cursor, from, to } = asked;
    const kinds = [...new Set(asked.kinds ?? activityKinds)];
    const subject = await findSubject(db, organizationId, { kind, id });
    if (subject === undefined) throw new NotFound(kind.toLowerCase(), id);
    const relevant = sourceNames.filter((name) => isOf(name, kind));
    const sources = relevant.filter((name) => permissions.has(permissionToRead[name]));
    const hidden = relevant.filter((name) => !sources.includes(name));
    const withheld = new Set<ActivityKind>(hidden.flatMap((name) => activitySources[name].kinds));
    const timeZone = await timeZoneOfDays(db, organizationId, { from, to });
    const [since, until] = [from && first.bound(from, timeZone), to && last.bound(to, timeZone)];
    if (since && until && since >= until) {
      throw new BadRequest([{ field: 'to', in: 'query', detail: 'must not be before from' }]);
    }
    const feed = { kind, id, kinds: [...kinds].sort(), from, to };
    const after = cursor === undefined ? undefined : placeOf(feed, cursor);
    const rows = subject.isErased
      ? []
      : await readActivity(db, {
          organizationId,
          subject,
          sources,
          kinds,
          after,
          size,
          from: since || undefined,
          to: until || undefined,
        });
    const shown = rows.slice(0, size);
    const end = rows.length > size ? shown.at(-1) : undefined;
    return {
      entries: shown.map((row) => entryOf(row, subject.hasClock)),
      withheld: kinds.filter((each) => withheld.has(each)),
      ...(end && { nextCursor: cursorAfter(feed, end) }),
    };
  }

  /** Adds a note to a client of the caller's organization. @param id of the note, if an earlier attempt may have added it. */
  async addNote(
    caller: Caller,
    clientId: string,
    { text, mentions: people }: ClientNoteToAdd,
    id: string = randomUUID(),
  ): Promise<ClientNoteObject> {
    const { organizationId } = caller;
    const { now, db } = this.uses;
    const mentions = await requireMentioned(db, organizationId, people);
    const written = { id, clientId, organizationId, text, mentions, createdBy: authorOf(caller) };
    const asked = { ...auditOf(caller), ...written };
    const note = await addClientNote(db, { ...asked, most: mostClientNotes, now });
    if (note === 'UNKNOWN') throw new NotFound('client', clientId);
    if (note === 'TOO_MANY')
      throw new Conflict(`the client has ${mostClientNotes} notes, which is the maximum`);
    return noteObject(note);
  }
}

/** Whether a feed of a kind of subject has the rows of a source. */
function isOf(name: (typeof sourceNames)[number], kind: SubjectKind): boolean {
  const { of } = activitySources[name];
  return of === 'POLICIES' ? kind !== 'QUOTE' : kind in of;
}

function entryOf(row: ActivityRow, hasClock: boolean): ActivityEntry {
  const { id, kind, type, title, author, record_id: recordId, details } = row;
  // The database's time has microseconds.
  const time = `${row.at.slice(0, 23)}Z`;
  const about = {
    clientId: row.client_id,
    quoteId: row.quote_id,
    policyId: row.policy_id,
    triggerRequestId: row.trigger_request_id,
  };
  return {
    id,
    time,
    ...(hasClock && { businessTime: time }),
    kind,
    type,
    title,
    author: shownAuthor(author ?? theService),
    about: withoutNullMembers(about) as ActivityEntry['about'],
    ...(recordId !== null && { recordId }),
    details,
  };
}
