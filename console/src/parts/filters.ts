import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'wouter';

/** How a filter is read from the URL: `undefined` if its text is not one of its values. */
type Reads<T> = (text: string) => T | undefined;

export const text: Reads<string> = (said) => said;
export const date: Reads<string> = (said) => (/^\d{4}-\d\d-\d\d$/.test(said) ? said : undefined);
export const flag: Reads<true> = (said) => (said === 'true' ? true : undefined);
export const oneOf =
  <T extends string>(...values: readonly T[]): Reads<T> =>
  (said) =>
    values.find((value) => value === said);

type Values<F> = { [K in keyof F]?: F[K] extends Reads<infer T> ? T : never };

/**
 * The filters of a page, which are kept in its URL: `useFilters({ clientName: text, clientType: oneOf('A', 'B') })`. Declare
 * them outside the component.
 */
export function useFilters<F extends Record<string, Reads<unknown>>>(
  declared: F,
): [values: Values<F>, change: (changes: { [K in keyof F]?: string | undefined }) => void] {
  const [search, setSearch] = useSearchParams();
  const values = useMemo(() => {
    const read = Object.entries(declared).map(
      ([name, reads]) => [name, reads(search.get(name) ?? '')] as const,
    );
    return Object.fromEntries(read.filter(([, value]) => value !== undefined && value !== '')) as Values<F>;
  }, [search, declared]);
  const change = useCallback(
    (changes: { [K in keyof F]?: string | undefined }) => {
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(changes)) {
            if (value === undefined || value === '') after.delete(name);
            else after.set(name, value);
          }
          return after;
        },
        { replace: true },
      );
    },
    [setSearch],
  );
  return [values, change];
}
