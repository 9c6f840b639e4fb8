import type { ReturnMethod } from './cancellation.js';
import type { PolicySettings } from './policy-settings.js';

/**
 * The return method of a cancellation: that of its reason, if the product lists it; pro rata for an automatic
 * cancellation after a notice; otherwise the product's method.
 */
export function returnMethodOf(
  { cancellation }: PolicySettings,
  { reasonConfigId, isAutomatic }: { reasonConfigId: string | undefined; isAutomatic: boolean },
): ReturnMethod {
  const { reasons, method, shortRatePenalty: penalty, shortRateTable: table } = cancellation;
  const reason = reasons.find(({ configId }) => configId === reasonConfigId);
  const chosen = reason?.method ?? (isAutomatic ? 'PRO_RATA' : method);
  if (chosen === 'PRO_RATA') return { method: chosen };
  return table === undefined ? { method: chosen, penalty } : { method: chosen, table };
}
