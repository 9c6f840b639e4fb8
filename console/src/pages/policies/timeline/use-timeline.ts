import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ioi } from '../../../api/client.js';

/** A policy on a day, as known at a time; by default today and now. */
export function useTimeline(
  policyId: string,
  { effectiveOn, knownAt }: { effectiveOn?: string; knownAt?: string },
) {
  const query = { ...(effectiveOn && { effectiveOn }), ...(knownAt && { knownAt }) };
  return useQuery({
    queryKey: ['policies', policyId, 'timeline', query],
    queryFn: ({ signal }) => ioi.policies.timeline(policyId, query, { signal }),
    placeholderData: keepPreviousData,
  });
}
