import type { Objection } from '../ground/objection.js';
import type { ReturnMethod } from './cancellation.js';
import type { PolicySettings } from './policy-settings.js';

/** Why a cancellation cannot have a reason; null if it can. `field` names it in the payload. */
export function whyNotReason(
  { cancellation }: PolicySettings,
  reasonConfigId: string | undefined,
  field: string,
): Objection | null {
  const { reasons } = cancellation;
  if (reasonConfigId === undefined || reasons.some(({ configId }) => configId === reasonConfigId))
    return null;
  const known = reasons.map(({ configId, title }) => `${configId} (${title})`).join(', ');
  const instead = known === '' ? 'it has none, so leave it out' : `use one of ${known}`;
  return { reason: `the product has no cancellation reason ${reasonConfigId}: ${instead}`, field };
}

/**
 * The return method of a cancellation: that of its reason, if the product lists it; pro rata for an automatic
 * cancellation after a notice; otherwise the product's method. Each keeps the product's minimum earned premium, unless
 * the reason is without it.
 */
export function returnMethodOf(
  { cancellation }: PolicySettings,
  { reasonConfigId, isAutomatic }: { reasonConfigId: string | undefined; isAutomatic: boolean },
): ReturnMethod {
  const { reasons, method, shortRatePenalty: penalty, shortRateTable: table } = cancellation;
  const reason = reasons.find(({ configId }) => configId === reasonConfigId);
  const least = reason?.minimumEarned === false ? {} : { minimumEarned: cancellation.minimumEarned };
  const chosen = reason?.method ?? (isAutomatic ? 'PRO_RATA' : method);
  if (chosen === 'PRO_RATA') return { method: chosen, ...least };
  return { method: chosen, ...least, ...(table === undefined ? { penalty } : { table }) };
}
