import type { Database } from '../../db/database.js';
import { type NotificationSourceName, notificationSources } from '../../db/desk/notification-sources.js';
import { markSeen, readNotifications, seenUntil } from '../../db/desk/read-notifications.js';
import { colleaguesOf, nameOfPerson } from '../../db/identity/people.js';
import { addDays, startOf, utcDate } from '../../domain/ground/calendar.js';
import { withoutNullMembers } from '../../domain/ground/json.js';
import { BadRequest } from '../errors/app-error.js';
import { type Caller, personOf } from '../http/caller.js';
import { permissionToNotify } from './permissions.js';
import { type NotificationsView, notificationDays } from './schemas.js';

const noNotifications = 'an API key is no person: sign in to have notifications';

const sourceNames = Object.keys(notificationSources) as NotificationSourceName[];

/** What waits for a person, and the people around them. */
export class Desk {
  constructor(private readonly uses: { db: Database; now: () => Date }) {}

  /** 409 for an API key. */
  async notifications(caller: Caller, { size }: { size: number }): Promise<NotificationsView> {
    const { db, now } = this.uses;
    const { organizationId, permissions } = caller;
    const personId = personOf(caller, noNotifications);
    const sources = sourceNames.filter((name) => permissions.has(permissionToNotify[name]));
    const since = startOf(addDays(utcDate(now()), -notificationDays));
    const [rows, seen] = await Promise.all([
      readNotifications(db, { organizationId, personId, sources, since, most: size }),
      seenUntil(db, personId),
    ]);
    const notifications = rows.map(({ id, kind, at, title, author, about, details }) => ({
      id,
      kind,
      time: at.toISOString(),
      isNew: seen === undefined || at > seen,
      title,
      ...(author !== null && { createdBy: withoutNullMembers(author) }),
      about,
      details,
    }));
    return {
      notifications,
      newCount: notifications.filter(({ isNew }) => isNew).length,
      ...(seen && { seenUntil: seen.toISOString() }),
    };
  }

  /** Safe to repeat. 409 for an API key. */
  async see(caller: Caller, until: Date): Promise<void> {
    const personId = personOf(caller, noNotifications);
    if (until > this.uses.now())
      throw new BadRequest([{ field: 'until', detail: 'must not be in the future' }]);
    await markSeen(this.uses.db, personId, until);
  }

  /** The people of the caller's organization, by name. */
  async colleagues(
    { organizationId }: Caller,
    asked: { search?: string | undefined; size: number },
  ): Promise<{ colleagues: { personId: string; name: string; roles: string[] }[] }> {
    const people = await colleaguesOf(this.uses.db, organizationId, asked);
    return {
      colleagues: people.map((person) => ({
        personId: person.id,
        name: nameOfPerson(person),
        roles: person.roles,
      })),
    };
  }
}
