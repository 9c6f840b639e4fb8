import {
  type InfiniteData,
  QueryClient,
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useMemo, useRef } from 'react';
import { say } from '../parts/toast.js';
import type { List } from './client.js';

/** Answers are shown at once when they were read before, and read again when they are older than this. */
const freshMs = 10_000;

export const queries = new QueryClient({
  defaultOptions: {
    // The client repeats requests itself.
    queries: { staleTime: freshMs, retry: false, refetchOnWindowFocus: true },
    // What a person does without a connection fails, and is not done later behind their back.
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Reads something of the service: `useRead(['clients', id], (signal) => ioi.clients.get(id, { signal }))`. */
export const useRead = <Data>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<Data>,
  options: Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'> = {},
): UseQueryResult<Data> => useQuery({ queryKey, queryFn: ({ signal }) => read(signal), ...options });

/** With what it gave last: a form stays when what belongs to the latest answers cannot be read. */
export function useKept<Data>(query: UseQueryResult<Data>): UseQueryResult<Data> {
  const last = useRef(query.data);
  if (query.data !== undefined) last.current = query.data;
  return { ...query, data: query.data ?? last.current } as UseQueryResult<Data>;
}

type ListPage<Page, Item> = Awaited<ReturnType<List<Page, Item>['page']>>;

/** The items of a list as far as they were read, and what reads on. */
export interface Rows<Item, Page = unknown> {
  rows: readonly Item[];
  /** The first page, which may have totals. */
  first: Page | undefined;
  isPending: boolean;
  error: unknown;
  hasMore: boolean;
  isLoadingMore: boolean;
  isFetching: boolean;
  more(): void;
  retry(): void;
}

/** Reads a list of the service page by page: `useList(['clients', filters], () => ioi.clients.list(filters), idOf)`. */
export function useList<Page, Item>(
  queryKey: QueryKey,
  list: (signal: AbortSignal) => List<Page, Item>,
  idOf: (item: Item) => string,
  { pollMs }: { pollMs?: number } = {},
): Rows<Item, Page> {
  type Read = ListPage<Page, Item>;
  const query = useInfiniteQuery<Read, Error, InfiniteData<Read>, QueryKey, Read['next']>({
    queryKey,
    queryFn: ({ pageParam, signal }) => list(signal).page(pageParam),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next,
    // Comparing all that was read with each further page would take longer and longer.
    structuralSharing: false,
    refetchOnWindowFocus: false,
    refetchInterval: pollMs ?? false,
  });
  const pages = query.data?.pages;
  // A page can begin with the last items of the one before.
  const rows = useMemo(
    () => [
      ...new Map((pages ?? []).flatMap(({ items }) => items).map((item) => [idOf(item), item])).values(),
    ],
    [pages, idOf],
  );
  return {
    rows,
    first: pages?.[0]?.page,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    isFetching: query.isFetching,
    more: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage();
    },
    retry: () => void query.refetch(),
  };
}

/**
 * Something that a person does. Its end is told in words, and what it changed is read again: all queries whose key begins
 * with one of `changes`. While it is under way, the same input does not begin it again: a double click does it once.
 */
export function useAction<Input, Result>(
  act: (input: Input) => Promise<Result>,
  {
    done,
    changes = [],
    then,
  }: { done?: (result: Result) => string; changes?: readonly QueryKey[]; then?: (result: Result) => void },
): Omit<UseMutationResult<Result, Error, Input>, 'mutateAsync'> {
  const client = useQueryClient();
  const underWay = useRef(new Set<string | undefined>());
  const { mutateAsync: _, ...mutation } = useMutation({
    mutationFn: act,
    onSuccess: (result) => {
      for (const queryKey of changes) void client.invalidateQueries({ queryKey });
      if (done) say(done(result));
      then?.(result);
    },
    onSettled: (_result, _error, input) => void underWay.current.delete(JSON.stringify(input)),
  });
  const begin = mutation.mutate;
  const mutate = useCallback<typeof begin>(
    (...given) => {
      const key = JSON.stringify(given[0]);
      if (underWay.current.has(key)) return;
      underWay.current.add(key);
      begin(...given);
    },
    [begin],
  );
  return { ...mutation, mutate };
}
