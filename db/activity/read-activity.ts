import type { Author } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { Database } from '../database.js';
import { seen } from './sources/seen.js';
import type { ActivityKind, ActivitySource, ActivitySubject } from './sources/source.js';
import { activitySources, type SourceName, sourceNames } from './sources.js';

/** Where a feed goes on: after an entry. */
export interface ActivityPlace {
  /** With microseconds, in UTC. */
  at: string;
  /** The number of its source. */
  source: number;
  id: string;
}

export interface ActivityToRead {
  organizationId: string;
  subject: ActivitySubject;
  sources: readonly SourceName[];
  kinds: readonly ActivityKind[];
  /** From the first moment on, and before the last one. */
  from: Date | undefined;
  to: Date | undefined;
  after: ActivityPlace | undefined;
  size: number;
}

/** An entry, as every source has it. */
export interface ActivityRow extends ActivityPlace {
  kind: ActivityKind;
  type: string;
  title: string;
  author: Author | null;
  client_id: string | null;
  quote_id: string | null;
  policy_id: string | null;
  trigger_request_id: string | null;
  record_id: string | null;
  details: JsonObject;
}

/**
 * The next entries of a feed, newest first, one more than its size if there are more. One statement: each source reads as many
 * in its index's order, and the newest of all are kept.
 */
export async function readActivity(db: Database, asked: ActivityToRead): Promise<ActivityRow[]> {
  const { organizationId, subject, sources, kinds, from, to, after, size } = asked;
  const parts = sources.flatMap((name) => partOf(asked, name) ?? []);
  if (parts.length === 0) return [];
  const { rows } = await db.raw<{ rows: ActivityRow[] }>(
    `select source, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, id, kind, type, title, author,
       client_id, quote_id, policy_id, trigger_request_id, record_id, details
     from (${parts.join('\nunion all\n')}) entries
     order by entries.at desc, entries.source desc, entries.id desc limit :most`,
    {
      organizationId,
      subjectId: subject.id,
      kinds: [...kinds],
      most: size + 1,
      ...(from && { from }),
      ...(to && { to }),
      ...(after && { at: after.at, id: after.id }),
    },
  );
  return rows;
}

/** The newest rows of a source that a feed has; undefined if it has none of them. */
function partOf(asked: ActivityToRead, name: SourceName): string | undefined {
  const source: ActivitySource = activitySources[name];
  const { subject, kinds } = asked;
  if (!source.kinds.some((kind) => kinds.includes(kind))) return undefined;
  const rows = rowsOf(asked, name, source);
  if (rows === undefined) return undefined;
  const { kind = `'${source.kinds[0]}'`, type, title, author, client, quote, policy, event } = source;
  const idOr = (column: string | undefined) => `${column ?? 'null'}::uuid`;
  return `(select ${sourceNames.indexOf(name)} as source, ${momentOf(source, subject)} as at, ${idOf(name, source)} as id,
      ${kind} as kind, ${type} as type, ${title} as title, ${author} as author, ${idOr(client)} as client_id,
      ${idOr(quote)} as quote_id, ${idOr(policy)} as policy_id, ${idOr(event)} as trigger_request_id,
      ${source.record}::text as record_id, ${source.details} as details
    from ${rows} order by 2 desc, 3 desc limit :most)`;
}

function rowsOf(asked: ActivityToRead, name: SourceName, source: ActivitySource): string | undefined {
  const { subject, kinds } = asked;
  const { from, of, joined = '', where } = source;
  const ofKinds = source.kinds.every((kind) => kinds.includes(kind)) ? [] : [`${source.kind} = any (:kinds)`];
  const range = [...rangeOf(asked, name, source), ...ofKinds].join(' and ');
  if (of !== 'POLICIES')
    return of[subject.kind] && `${from} ${joined} where ${of[subject.kind]} and ${range}`;
  if (subject.kind === 'QUOTE') return undefined;
  const newest = `order by ${momentOf(source, subject)} desc, ${idOf(name, source)} desc`;
  const ofPolicy = (columns: string, most: string) => `cross join lateral (
      select ${columns} from ${from} r where r.policy_id = p.id and ${where} and ${range} ${newest} limit ${most}) r`;
  if (subject.kind === 'POLICY')
    return `policies p ${ofPolicy('r.*', ':most')} ${joined} where p.id = :subjectId`;
  // As many policies are enough: those with the newest rows.
  return `(select p.* from policies p ${ofPolicy(`${momentOf(source, subject)} as at, ${idOf(name, source)} as id`, '1')}
      where p.client_id = :subjectId and ${seen('policies', 'p')} order by r.at desc, r.id desc limit :most) p
    ${ofPolicy('r.*', ':most')} ${joined}`;
}

/** The conditions of the time, and of the place where the feed goes on. */
function rangeOf(
  { subject, from, to, after }: ActivityToRead,
  name: SourceName,
  source: ActivitySource,
): string[] {
  const at = momentOf(source, subject);
  const conditions = [`${at} is not null`];
  if (from !== undefined) conditions.push(`${at} >= :from`);
  if (to !== undefined) conditions.push(`${at} < :to`);
  if (after === undefined) return conditions;
  const number = sourceNames.indexOf(name);
  if (number > after.source) return [...conditions, `${at} < :at`];
  conditions.push(`${at} <= :at`);
  if (number === after.source) conditions.push(`(${at} < :at or ${idOf(name, source)} < :id)`);
  return conditions;
}

const momentOf = ({ at }: ActivitySource, subject: ActivitySubject): string =>
  typeof at === 'string' ? at : at(subject);

/** Made from the record's, so that no key of an event is in it or in a cursor. */
const idOf = (name: SourceName, { key }: ActivitySource): string => `md5('${name} ' || (${key}))::uuid`;
