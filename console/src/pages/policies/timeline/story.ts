import type { PolicyTimelineChange } from '../../../api/client.js';
import { earlierOf, laterOf } from '../../../api/days.js';

export interface Span {
  from: string;
  /** The first day after it. */
  until: string;
}

export interface Story {
  /** The first is term 1. */
  terms: Span[];
  covered: Span[];
  /** Days of a term without coverage: a lapse before a reinstatement, or what is left after a cancellation. */
  uncovered: Span[];
}

type Change = Pick<PolicyTimelineChange, 'kind' | 'effectiveDate' | 'sequence'>;

/**
 * What a picture of a policy shows, told by the changes that were known at a time. A term ends as the next one begins; the
 * last of `all` changes ends with `until`.
 */
export function storyOf(
  known: readonly Change[],
  { all, until }: { all: readonly Change[]; until: string },
): Story {
  const starts = termStarts(all);
  const terms = termStarts(known).map((from, index) => ({ from, until: starts[index + 1] ?? until }));
  const uncovered: Span[] = [];
  let term = 0;
  for (const { kind, effectiveDate } of inOrder(known)) {
    if (kind === 'ISSUE' || kind === 'RENEW') term += 1;
    if (kind === 'CANCEL') uncovered.push({ from: effectiveDate, until: terms[term - 1]?.until ?? until });
    if (kind === 'REINSTATE') {
      const cancelled = uncovered.pop();
      if (cancelled && cancelled.from < effectiveDate) uncovered.push({ ...cancelled, until: effectiveDate });
    }
  }
  return { terms, uncovered, covered: without(terms, uncovered) };
}

const inOrder = (changes: readonly Change[]) => changes.toSorted((a, b) => a.sequence - b.sequence);

function termStarts(changes: readonly Change[]): string[] {
  const starts: string[] = [];
  for (const { kind, effectiveDate } of inOrder(changes)) {
    if (kind === 'ISSUE' || kind === 'RENEW') starts.push(effectiveDate);
    if (kind === 'CORRECT_EFFECTIVE_DATE') starts[starts.length - 1] = effectiveDate;
  }
  return starts;
}

function without(spans: readonly Span[], gaps: readonly Span[]): Span[] {
  return gaps
    .reduce(
      (left, gap) =>
        left.flatMap(({ from, until }) => [
          { from, until: gap.from < until ? laterOf(gap.from, from) : until },
          { from: gap.until > from ? earlierOf(gap.until, until) : until, until },
        ]),
      [...spans],
    )
    .filter(({ from, until }) => from < until);
}
