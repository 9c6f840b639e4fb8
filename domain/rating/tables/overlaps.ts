import type { PlanIssue } from '../run/plan-issue.js';
import type { RatingTable } from './table.js';

/** More rows that overlap than these have one cause, and are told together. */
const mostOverlaps = 3;

/** Rows that one lookup would hit together and must not, each pair once; `advice` says what to write instead. */
export function overlapIssues(
  name: string,
  sets: readonly (readonly number[])[],
  {
    advice = 'order them and use hitPolicy "first", or separate them',
    rowOf = (row: number) => row,
    meets = () => true,
  }: {
    advice?: string | undefined;
    rowOf?: (row: number) => number;
    meets?: ((row: number, other: number) => boolean) | undefined;
  } = {},
): PlanIssue[] {
  const pairs = new Map<string, { first: number; other: number }>();
  for (const [one = 0, ...others] of sets) {
    const first = rowOf(one);
    for (const other of others.map(rowOf)) pairs.set(`${first},${other}`, { first, other });
  }
  const met = [...pairs.values()].filter(({ first, other }) => meets(first, other));
  const all = met.sort((a, b) => a.other - b.other || a.first - b.first);
  const shown = all.length > mostOverlaps ? all.slice(0, 1) : all;
  return shown.map(({ first, other }) => {
    const rows = new Set(all.map((pair) => pair.other)).size;
    const more = shown.length < all.length ? `, and so do ${rows - 1} more rows with one before them` : '';
    const message = `matches the same keys as rows[${first}]${more}; ${advice}`;
    return { path: `tables.${name}.rows[${other}]`, message };
  });
}

/** What to write instead of rows that overlap. */
export function overlapAdvice({ keys }: RatingTable): string | undefined {
  const closed = keys.find(
    ({ match, from, to }) => match !== 'exact' && from !== 'excluded' && to === 'included',
  );
  return (
    closed &&
    `the ranges of "${closed.name}" include both of their ends: match \`upTo\` and write the upper end only, or separate the rows`
  );
}
