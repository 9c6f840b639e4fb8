import type { LintIssue } from '../../ground/lint-issue.js';

/** What is said of things that nothing reads: other states may. A question can be left unasked in a state instead. */
const unread = /^(no step reads the derived value|no lookup reads the column) /;

/** Whether an issue says that nothing reads something. */
export function isUnread({ severity, message }: Pick<LintIssue, 'severity' | 'message'>): boolean {
  return severity === 'WARNING' && unread.test(message);
}

/** Columns that the product without overlays does not read, until a combination of them does. */
export class UnreadColumns {
  readonly #read = new Set<string>();

  constructor(private readonly ofBase: readonly LintIssue[]) {}

  /** Notes what is found in a combination. */
  note(found: LintIssue[]): LintIssue[] {
    const known = new Set(found.map(keyOf));
    for (const key of this.ofBase.map(keyOf)) if (!known.has(key)) this.#read.add(key);
    return found;
  }

  /** The issues of the product without overlays that hold in every combination. */
  everywhere(): LintIssue[] {
    return this.ofBase.filter((issue) => !(isOfColumn(issue) && this.#read.has(keyOf(issue))));
  }
}

function isOfColumn(issue: LintIssue): boolean {
  return isUnread(issue) && issue.path[0] === 'tables';
}

function keyOf({ path, message }: LintIssue): string {
  return JSON.stringify([path, message]);
}
