import { outside } from './outside.js';
import { codeWords, day } from './words.js';

/** A change of a policy, as its timeline has it. */
export interface ChangeToTell {
  kind: string;
  effectiveDate: string;
  recordedTimestamp: string;
  applies: boolean;
  differences: readonly Difference[];
}

interface Difference {
  what: string;
  before: string | null;
  after: string | null;
}

const mostDifferences = 8;

/** The changes that are in force on the day, after its issue, the latest first. */
export function changeLines(changes: readonly ChangeToTell[], most = 3): string[] {
  const applied = changes
    .filter(({ applies, kind }) => applies && kind !== 'ISSUE')
    .slice(-most)
    .reverse();
  if (applied.length === 0) return [];
  return [
    'Changes by then:',
    ...applied.map(({ kind, effectiveDate, recordedTimestamp, differences }) => {
      const shown = differences.slice(0, mostDifferences).map(differenceWords);
      const more = differences.length - shown.length;
      const what = shown.length === 0 ? '' : `: ${shown.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
      return `- ${codeWords(kind)} from ${day(effectiveDate)}, recorded ${day(recordedTimestamp)}${what}`;
    }),
  ];
}

/** Such as `«Vehicle 2» now «2019 Pickup»`. */
function differenceWords({ what, before, after }: Difference): string {
  if (before === null) return `${outside(what, 80)} now ${outside(after ?? '', 80)}`;
  if (after === null) return `${outside(what, 80)} no longer ${outside(before, 80)}`;
  return `${outside(what, 80)} ${outside(before, 80)} → ${outside(after, 80)}`;
}
