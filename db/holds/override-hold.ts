import type { Author } from '../../domain/ground/author.js';
import { holdLimits } from '../../domain/holds/hold.js';
import { recordAudit, type Who } from '../audit/record-audit.js';
import type { Database } from '../database.js';
import { HoldOverride } from '../models/hold-override.js';
import { Policy } from '../models/policy.js';
import { Quote } from '../models/quote.js';
import { lockHold, ofHold } from './change-hold.js';

export interface HoldToOverride extends Who {
  /** If an earlier attempt may have recorded it. */
  id: string;
  organizationId: string;
  holdId: string;
  target: { quoteId: string } | { policyId: string };
  reason: string;
  createdBy: Author;
  /** System time. */
  now: Date;
}

export type Overridden =
  | HoldOverride
  | { refused: 'UNKNOWN' | 'ENDED' | 'NO_QUOTE' | 'NO_POLICY' | 'TOO_MANY' };

/** Lifts a hold for a quote and further quotes of its client, or for a policy, with a reason. */
export async function overrideHold(db: Database, asked: HoldToOverride): Promise<Overridden> {
  const { id, organizationId, holdId, target, reason, createdBy, now, by, origin } = asked;
  return db.transaction(async (trx) => {
    const hold = await lockHold(trx, organizationId, holdId);
    if (hold === undefined) return { refused: 'UNKNOWN' };
    const known = await HoldOverride.query(trx).findById(id);
    if (known !== undefined) return known;
    if (hold.endedAt !== null) return { refused: 'ENDED' };
    const made = await HoldOverride.query(trx).where('hold_id', holdId).resultSize();
    if (made >= holdLimits.overrides) return { refused: 'TOO_MANY' };
    let clientId: string | null = null;
    if ('quoteId' in target) {
      const quote = await Quote.query(trx).findById(target.quoteId).modify('visibleTo', organizationId);
      if (quote === undefined) return { refused: 'NO_QUOTE' };
      clientId = quote.clientId;
    } else {
      const policy = await Policy.query(trx).findById(target.policyId).modify('visibleTo', organizationId);
      if (policy === undefined) return { refused: 'NO_POLICY' };
      clientId = policy.clientId;
    }
    const override = await HoldOverride.query(trx)
      .insert({ id, holdId, ...target, clientId, reason, createdBy, createdAt: now })
      .returning('*');
    const details = { title: hold.title, ...target, reason };
    await recordAudit(trx, { by, origin, ...ofHold(hold, 'HOLD_OVERRIDDEN'), details });
    return override;
  });
}
