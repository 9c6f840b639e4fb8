import type { Author } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { details } from '../activity/sources/source.js';
import type { Database } from '../database.js';
import {
  type NotificationKind,
  type NotificationSource,
  type NotificationSourceName,
  notificationSources,
} from './notification-sources.js';

export interface NotificationsToRead {
  organizationId: string;
  personId: string;
  sources: readonly NotificationSourceName[];
  /** What is older is not told. */
  since: Date;
  most: number;
}

/** A notification, as every source has it. */
export interface NotificationRow {
  id: string;
  kind: NotificationKind;
  at: Date;
  title: string;
  author: Author | null;
  about: JsonObject;
  details: JsonObject;
}

/** The newest notifications of a person. One statement: each source reads as many by its own index. */
export async function readNotifications(
  db: Database,
  { organizationId, personId, sources, since, most }: NotificationsToRead,
): Promise<NotificationRow[]> {
  if (sources.length === 0) return [];
  const parts = sources.map((name) => partOf(name, notificationSources[name]));
  const { rows } = await db.raw<{ rows: NotificationRow[] }>(
    `select * from (${parts.join('\nunion all\n')}) found order by at desc, id limit :most`,
    { organizationId, personId, since, sinceText: since.toISOString(), most },
  );
  return rows;
}

function partOf(name: string, source: NotificationSource): string {
  const { kind, from, where, at, key, title, author = 'null::jsonb', about, details: said = {} } = source;
  return `(select md5('${name} ' || ${key} || extract(epoch from ${at}))::uuid as id, '${kind}' as kind, ${at} as at, ${title} as title,
    ${author} as author, ${details(about)} as about, ${details(said)} as details
    from ${from} where ${where} and ${at} > :since and ${ofOthers(author)} order by ${at} desc limit :most)`;
}

/** What people do themselves is no news to them. */
const ofOthers = (author: string) => `(${author} ->> 'personId') is distinct from :personId::text`;

/** Until when a person has seen notifications; undefined: none yet. */
export async function seenUntil(db: Database, personId: string): Promise<Date | undefined> {
  const row = await db('notification_marks').where('person_id', personId).first<{ seen_until: Date }>();
  return row?.seen_until;
}

/** Moves the mark of a person on; it never goes back. Safe to repeat. */
export async function markSeen(db: Database, personId: string, until: Date): Promise<void> {
  await db.raw(
    `insert into notification_marks (person_id, seen_until) values (?, ?)
     on conflict (person_id) do update set seen_until = excluded.seen_until
     where notification_marks.seen_until < excluded.seen_until`,
    [personId, until],
  );
}
