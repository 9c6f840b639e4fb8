import { type LintIssue, lintError, lintWarning } from '../../ground/lint-issue.js';

type Path = LintIssue['path'];

/** Collects what is found, each thing once: plans share parts, and tables are looked up from many places. */
export class Findings {
  readonly #found = new Map<string, LintIssue>();

  error(path: Path, message: string): void {
    this.#add(lintError(path, message));
  }

  warning(path: Path, message: string): void {
    this.#add(lintWarning(path, message));
  }

  /** An error where it is certain, else a warning. */
  add(certain: boolean, path: Path, message: string): void {
    if (certain) this.error(path, message);
    else this.warning(path, message);
  }

  hasError(path: Path): boolean {
    const at = JSON.stringify(path);
    return this.issues.some((issue) => issue.severity === 'ERROR' && JSON.stringify(issue.path) === at);
  }

  get issues(): LintIssue[] {
    return [...this.#found.values()];
  }

  #add(issue: LintIssue): void {
    const key = `${JSON.stringify(issue.path)} ${issue.message}`;
    const known = this.#found.get(key);
    if (!known || known.severity === 'WARNING') this.#found.set(key, issue);
  }
}
