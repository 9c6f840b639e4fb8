import type { DataLookupAction } from '../../actions/configured-action.js';
import { type LintIssue, lintWarning } from '../../ground/lint-issue.js';

type SlowLookup = Pick<LintIssue, 'path'> & { action: DataLookupAction };

/** How long a synchronous request waits for quotes, in seconds. */
const mostWaited = 25;

/** Lookups of one order are asked side by side, those of the next one afterwards. */
export function lintWaits(lookups: readonly SlowLookup[]): LintIssue[] {
  const waits = new Map<number, SlowLookup>();
  for (const lookup of lookups) {
    const { order, deadlineSeconds } = lookup.action;
    const slowest = waits.get(order);
    if (slowest === undefined || slowest.action.deadlineSeconds < deadlineSeconds) waits.set(order, lookup);
  }
  const slow = [...waits.values()];
  const seconds = slow.reduce((sum, { action }) => sum + action.deadlineSeconds, 0);
  const last = slow.at(-1);
  if (last === undefined || seconds < mostWaited) return [];
  const message = `lookups one after another may take ${seconds} s, but a synchronous request waits ${mostWaited} s: give them one order, or shorter deadlines`;
  return [lintWarning([...last.path, 'deadlineSeconds'], message)];
}
