import type { Hold } from '../../db/models/hold.js';
import type { HoldOverride } from '../../db/models/hold-override.js';
import { holdStateOn } from '../../domain/holds/hold.js';
import type { HoldView, OverrideView } from './schemas.js';

/** What everybody sees of a hold who is stopped by it. */
export function shownHold({ id, title, productId, firstDay, lastDay, place, coverages, stops }: Hold) {
  return {
    id,
    title,
    ...(productId !== null && { lineId: productId }),
    firstDay,
    lastDay,
    place,
    coverages,
    stops,
  };
}

/** A hold as its organization reads it on a day. */
export function holdObject(hold: Hold, today: string): HoldView {
  const { firstDay, lastDay, reason, createdAt, createdBy, updatedAt, endedAt, endedBy, version } = hold;
  return {
    ...shownHold(hold),
    ...(reason !== null && { reason }),
    state: holdStateOn({ firstDay, lastDay, isEnded: endedAt !== null }, today),
    createdTimestamp: createdAt.toISOString(),
    createdBy,
    updatedTimestamp: updatedAt.toISOString(),
    version,
    ...(endedAt !== null && { endedTimestamp: endedAt.toISOString() }),
    ...(endedBy !== null && { endedBy }),
  };
}

export function overrideObject(override: HoldOverride): OverrideView {
  const { id, holdId, quoteId, policyId, reason, createdAt, createdBy } = override;
  return {
    id,
    holdId,
    ...(quoteId !== null && { quoteId }),
    ...(policyId !== null && { policyId }),
    reason,
    createdTimestamp: createdAt.toISOString(),
    createdBy,
  };
}
