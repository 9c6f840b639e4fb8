import type { ReturnMethod } from './cancellation.js';
import type { PolicySettings } from './policy-settings.js';

/**
 * How a cancellation returns premium: in the way of its reason, where the product lists it; pro rata where the service
 * cancels by itself, after a notice; else in the product's way.
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
