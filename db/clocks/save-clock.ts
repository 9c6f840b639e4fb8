import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { Author } from '../../domain/ground/author.js';
import type { JsonObject } from '../../domain/ground/json.js';
import type { AuditedAction } from '../audit/actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { Clock } from '../models/clock.js';

/** A clock of an organization, and who changes it. */
export interface ClockToChange extends Who {
  organizationId: string;
  clockId: string;
}

export interface NewClock extends Who {
  /** If an earlier attempt may have made it. */
  id?: string | undefined;
  organizationId: string;
  name: string;
  businessTime: Date;
  waitsTimeOut: boolean;
  createdBy: Author;
}

/** Makes a clock, once for each id. */
export async function createClock(
  db: Database,
  { id = randomUUID(), by, origin, ...clock }: NewClock,
): Promise<Clock> {
  return db.transaction(async (trx) => {
    const earlier = await Clock.query(trx).modify('visibleTo', clock.organizationId).findById(id);
    if (earlier !== undefined) return earlier;
    const created = await Clock.query(trx)
      .insert({ id, ...clock })
      .returning('*');
    await auditClock(trx, 'CLOCK_CREATED', created, { by, origin });
    return created;
  });
}

/** Changes the given fields. Undefined if the organization has no such clock. */
export async function changeClock(
  db: Database,
  { organizationId, clockId, ...who }: ClockToChange,
  changes: { name?: string | undefined; waitsTimeOut?: boolean | undefined },
): Promise<Clock | undefined> {
  return db.transaction(async (trx) => {
    const clock = await lockClock(trx, { organizationId, clockId });
    const { name = clock?.name, waitsTimeOut = clock?.waitsTimeOut } = changes;
    if (clock === undefined || (name === clock.name && waitsTimeOut === clock.waitsTimeOut)) return clock;
    const changed = await clock.$query(trx).patchAndFetch({ name, waitsTimeOut });
    await auditClock(trx, 'CLOCK_CHANGED', changed, who);
    return changed;
  });
}

/** A clock of an organization, locked for the rest of the transaction: it stands still. */
export async function lockClock(
  trx: Knex,
  { organizationId, clockId }: Pick<ClockToChange, 'organizationId' | 'clockId'>,
): Promise<Clock | undefined> {
  return Clock.query(trx).findById(clockId).modify('visibleTo', organizationId).forUpdate();
}

/** Records in the audit log what was done to a clock. */
export async function auditClock(
  trx: Knex,
  action: AuditedAction & `CLOCK_${string}`,
  { id, organizationId, name, businessTime, advancesTo, state }: Clock,
  who: Who,
  more: JsonObject = {},
): Promise<void> {
  const details = {
    ...more,
    name,
    businessTime: businessTime.toISOString(),
    ...(state === 'ADVANCING' && advancesTo !== null && { to: advancesTo.toISOString() }),
  };
  await recordAudit(trx, { ...who, action, organizationId, targetId: id, details });
}
