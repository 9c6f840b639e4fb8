import type { LintIssue } from '../../ground/lint-issue.js';

export type Path = LintIssue['path'];

/** A difference between two product definitions, A and B. */
export interface Change {
  /** The part of the product: `Questions`, `Tables`, `Coverages (standard)`. */
  subject: string;
  /**
   * `MOVED`: to another list, or past its neighbors. `REORDERED`: the rows of a table of which at most one
   * matches; `after` is the number of rows that moved.
   */
  kind: 'ADDED' | 'REMOVED' | 'CHANGED' | 'MOVED' | 'REORDERED';
  /** Its names from the outermost part to the field: `coverage LIABILITY`, `step "Base rate"`, `by`. */
  place: readonly string[];
  /** In B; in A if it was removed. */
  path: Path;
  /** In A, if that is another one. */
  pathBefore?: Path;
  /** Absent if it was added. */
  before?: unknown;
  /** Absent if it was removed. */
  after?: unknown;
}
