import { useQuery } from '@tanstack/react-query';
import { ioi, type Quote } from '../../api/client.js';
import { quoteStateOf } from './quote-state.js';

/** Of quotes of one event, the policies that they were bound as, or changed, by the ids of the quotes. */
export function useIssuedFrom(quotes: readonly Quote[]): ReadonlyMap<string, string> {
  const events = [...new Set(quotes.filter(isPerhapsBound).map((each) => each.triggerRequestId))];
  const { data } = useQuery({
    queryKey: ['quotes', 'bound', events],
    queryFn: async ({ signal }) => {
      const lists = await Promise.all(
        events.map((triggerRequestId) =>
          ioi.quotes.list({ triggerRequestId, bound: true, size: 100 }, { signal }),
        ),
      );
      return lists.flatMap(({ content }) =>
        content.flatMap(({ requestId, policyId }) => (policyId ? [[requestId, policyId] as const] : [])),
      );
    },
    enabled: events.length > 0,
  });
  return new Map(data);
}

const isPerhapsBound = (quote: Quote): boolean => quoteStateOf(quote) === 'NOT_BINDABLE';
