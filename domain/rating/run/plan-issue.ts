/** A fault of a product definition: its place (`coverages[0].steps[2].table`) and a message. */
export interface PlanIssue {
  path: string;
  message: string;
}

/** A plan that cannot be compiled, with all its faults. */
export class PlanError extends Error {
  readonly issues: readonly PlanIssue[];

  constructor(subject: string, issues: readonly PlanIssue[]) {
    const shown = issues.slice(0, 10).map(({ path, message }) => `  ${path}: ${message}`);
    const more = issues.length > shown.length ? [`  and ${issues.length - shown.length} more`] : [];
    super([`${subject} does not compile:`, ...shown, ...more].join('\n'));
    this.name = 'PlanError';
    this.issues = issues;
  }
}

/** Throws a `PlanError` if there is any issue. */
export function refuseIssues(subject: string, issues: readonly PlanIssue[]): void {
  if (issues.length > 0) throw new PlanError(subject, issues);
}
