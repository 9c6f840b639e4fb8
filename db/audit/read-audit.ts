import type { Database } from '../database.js';
import { narrow } from '../filters.js';
import { timeZoneOfDays } from '../time-zones.js';
import type { AuditedAction } from './actions.js';
import { type AuditFilter, auditFilters } from './audit-filters.js';

/** An entry as it is answered and exported. */
export interface RecordedAudit {
  /** Ascending in the order of recording. */
  entryId: string;
  recordedTimestamp: Date;
  /** Null if it belongs to no organization. */
  organizationId: string | null;
  action: AuditedAction;
  actorKind: 'USER' | 'API_KEY' | 'OPERATOR' | 'NOBODY';
  actorId: string | null;
  actorName: string | null;
  targetKind: string | null;
  targetId: string | null;
  details: Record<string, unknown>;
  requestId: string | null;
  address: string | null;
  occurrences: number;
}

export interface AuditQuery {
  /** Absent: of all organizations, and of none. */
  organizationId?: string | undefined;
  filter: AuditFilter;
  /** Only entries before this one. */
  before?: string | undefined;
  size: number;
}

/** The columns of an entry, by the names of its fields. */
export const auditColumns = {
  entryId: 'id',
  recordedTimestamp: 'recorded_at',
  organizationId: 'organization_id',
  action: 'action',
  actorKind: 'actor_kind',
  actorId: 'actor_id',
  actorName: 'actor_name',
  targetKind: 'target_kind',
  targetId: 'target_id',
  details: 'details',
  requestId: 'request_id',
  address: 'address',
  occurrences: 'occurrences',
} as const satisfies Record<keyof RecordedAudit, string>;

/** Matching entries, the latest first. */
export async function readAudit(
  db: Database,
  { organizationId, filter, before, size }: AuditQuery,
): Promise<RecordedAudit[]> {
  const timeZone = organizationId === undefined ? 'UTC' : await timeZoneOfDays(db, organizationId, filter);
  return db('audit_log')
    .select(auditColumns)
    .where((query) => {
      if (organizationId !== undefined) query.where('organization_id', organizationId);
      if (before !== undefined) query.where('id', '<', before);
      narrow(query, 'audit_log', auditFilters, filter, timeZone);
    })
    .orderBy('id', 'desc')
    .limit(size);
}

const batchSize = 1000;

/** All matching entries in batches, the latest first, each read by the last entry of the one before. */
export async function* auditBatches(
  db: Database,
  query: Omit<AuditQuery, 'before' | 'size'>,
): AsyncGenerator<RecordedAudit[]> {
  for (let before: string | undefined; ; ) {
    const batch = await readAudit(db, { ...query, before, size: batchSize });
    if (batch.length > 0) yield batch;
    if (batch.length < batchSize) return;
    before = batch.at(-1)?.entryId;
  }
}
