import { z } from 'zod';
import { type LintIssue, lintWarning, pathText } from '../ground/lint-issue.js';

/** A warning that the author has looked at and stands by. */
export const acceptedWarning = z.strictObject({
  at: z
    .string()
    .min(1)
    .describe('The place of the warning as lint prints it, or one around it: `tables.territories`.'),
  finding: z.string().min(4).describe('A part of its message.'),
  reason: z.string().trim().min(1).describe('Why it is right as it is; the rate manual prints it.'),
});

export type AcceptedWarning = z.infer<typeof acceptedWarning>;

/**
 * The issues without the warnings that are accepted, and a warning for each acceptance that matches none. With an error, lint
 * does not get to all warnings.
 */
export function withoutAccepted(
  issues: readonly LintIssue[],
  accepted: readonly AcceptedWarning[] = [],
): LintIssue[] {
  const used = new Set<AcceptedWarning>();
  const left = issues.filter((issue) => {
    const matching = accepted.filter((one) => matches(one, issue));
    for (const one of matching) used.add(one);
    return matching.length === 0;
  });
  if (issues.some(({ severity }) => severity === 'ERROR')) return left;
  const idle = accepted.flatMap((one, index) =>
    used.has(one)
      ? []
      : [lintWarning(['accepted', index], `accepts nothing: no warning at ${one.at} says "${one.finding}"`)],
  );
  return [...left, ...idle];
}

function matches({ at, finding }: AcceptedWarning, { severity, path, message }: LintIssue): boolean {
  if (severity !== 'WARNING' || !message.includes(finding)) return false;
  return path.some((_, index) => pathText(path.slice(0, index + 1)) === at);
}
