import type { Knex } from 'knex';
import type { Author } from '../../domain/ground/author.js';
import { holdLimits } from '../../domain/holds/hold.js';
import type { AuditedAction } from '../audit/actions.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { causedBy } from '../identity/caused-by.js';
import { Hold } from '../models/hold.js';
import { Organization } from '../models/organization.js';

/** What a person says of a hold. */
export type DeclaredHold = Pick<
  Hold,
  'title' | 'reason' | 'productId' | 'firstDay' | 'lastDay' | 'place' | 'coverages' | 'stops'
>;

export interface HoldToDeclare extends Who {
  /** If an earlier attempt may have declared it. */
  id: string;
  organizationId: string;
  declared: DeclaredHold;
  createdBy: Author;
  /** System time. */
  now: Date;
}

/** Declares a hold: from the commit on, nothing that it stops begins. Undefined: too many are open. */
export async function declareHold(db: Database, asked: HoldToDeclare): Promise<Hold | undefined> {
  const { id, organizationId, declared, createdBy, now, by, origin } = asked;
  return db.transaction(async (trx) => {
    // One at a time, so that they can be counted. Rows of the organization can be written meanwhile.
    await Organization.query(trx).findById(organizationId).forNoKeyUpdate();
    const known = await Hold.query(trx).findById(id).modify('visibleTo', organizationId);
    if (known !== undefined) return known;
    const open = Hold.query(trx).modify('visibleTo', organizationId).whereNull('ended_at');
    if ((await open.resultSize()) >= holdLimits.open) return undefined;
    const hold = await Hold.query(trx)
      .insert({ ...declared, id, organizationId, createdBy, createdAt: now, updatedAt: now })
      .returning('*');
    await recordAudit(trx, { by, origin, ...ofHold(hold, 'HOLD_DECLARED'), details: detailsOf(hold) });
    return hold;
  });
}

export interface HoldToChange extends Who {
  organizationId: string;
  holdId: string;
  now: Date;
}

/** Changes what is sent of an open hold. Undefined: the organization has none with the id. */
export async function changeHold(
  db: Database,
  { organizationId, holdId, now, by, origin, changedBy }: HoldToChange & { changedBy: Author },
  changesOf: (hold: Hold) => Partial<DeclaredHold>,
): Promise<Hold | undefined> {
  return db.transaction(async (trx) => {
    const hold = await lockHold(trx, organizationId, holdId);
    if (hold === undefined) return undefined;
    const changes = changesOf(hold);
    if (Object.keys(changes).length === 0) return hold;
    await causedBy(trx, { createdBy: changedBy });
    const changed = await Hold.query(trx).patchAndFetchById(holdId, { ...changes, updatedAt: now });
    await recordAudit(trx, { by, origin, ...ofHold(changed, 'HOLD_CHANGED'), details: detailsOf(changed) });
    return changed;
  });
}

/** Ends a hold for good. Safe to repeat. Undefined: the organization has none with the id. */
export async function endHold(
  db: Database,
  { organizationId, holdId, now, by, origin, endedBy }: HoldToChange & { endedBy: Author },
): Promise<Hold | undefined> {
  return db.transaction(async (trx) => {
    const hold = await lockHold(trx, organizationId, holdId);
    if (hold === undefined || hold.endedAt !== null) return hold;
    await causedBy(trx, { createdBy: endedBy });
    const ended = await Hold.query(trx).patchAndFetchById(holdId, { endedAt: now, endedBy, updatedAt: now });
    await recordAudit(trx, { by, origin, ...ofHold(ended, 'HOLD_ENDED'), details: { title: ended.title } });
    return ended;
  });
}

/** A hold of an organization, locked for the rest of the transaction. */
export async function lockHold(trx: Knex, organizationId: string, holdId: string): Promise<Hold | undefined> {
  return Hold.query(trx).findById(holdId).modify('visibleTo', organizationId).forUpdate();
}

export const ofHold = ({ organizationId, id }: Hold, action: AuditedAction) => ({
  action,
  organizationId,
  targetId: id,
});

/** What the audit log keeps: the numbers of a long place. */
function detailsOf({ title, productId, firstDay, lastDay, place, coverages, stops }: Hold) {
  const { states, zips, counties } = place;
  return {
    title,
    ...(productId !== null && { productId }),
    firstDay,
    lastDay,
    states,
    zips: zips.length,
    counties: counties.length,
    coverages,
    stops,
  };
}
