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
    return this.#at(path).some(({ severity }) => severity === 'ERROR');
  }

  hasIssue(path: Path): boolean {
    return this.#at(path).length > 0;
  }

  get issues(): LintIssue[] {
    return [...this.#found.values()];
  }

  #at(path: Path): LintIssue[] {
    const at = JSON.stringify(path);
    return this.issues.filter((issue) => JSON.stringify(issue.path) === at);
  }

  #add(issue: LintIssue): void {
    const key = `${JSON.stringify(issue.path)} ${issue.message}`;
    const known = this.#found.get(key);
    if (!known || known.severity === 'WARNING') this.#found.set(key, issue);
  }
}
