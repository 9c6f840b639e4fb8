import { keepPreviousData } from '@tanstack/react-query';
import { ioi } from '../../../api/client.js';
import { useRead } from '../../../api/queries.js';

/** A policy on a day, as known at a time; by default today and now. */
export function useTimeline(
  policyId: string,
  { effectiveOn, knownAt }: { effectiveOn?: string; knownAt?: string },
) {
  const query = { ...(effectiveOn && { effectiveOn }), ...(knownAt && { knownAt }) };
  return useRead(
    ['policies', policyId, 'timeline', query],
    (signal) => ioi.policies.timeline(policyId, query, { signal }),
    { placeholderData: keepPreviousData },
  );
}
