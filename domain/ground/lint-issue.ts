/** A problem in a product definition. */
export interface LintIssue {
  /** An error blocks import and deployment; a warning does not. */
  severity: 'ERROR' | 'WARNING';
  /** Its location in the definition: `['product', 'lines', 0, 'id']`. */
  path: readonly (string | number)[];
  message: string;
  /** The key at the end of the path is wrong, rather than its value. */
  atKey?: true;
}

export function lintError(path: LintIssue['path'], message: string): LintIssue {
  return { severity: 'ERROR', path, message };
}

export function lintWarning(path: LintIssue['path'], message: string): LintIssue {
  return { severity: 'WARNING', path, message };
}

/** The path as code: `product.lines[0].id`; empty for the whole file. */
export function pathText(path: LintIssue['path']): string {
  return path
    .map((part) =>
      typeof part === 'number' ? `[${part}]` : /^[\w-]+$/.test(part) ? `.${part}` : `["${part}"]`,
    )
    .join('')
    .replace(/^\./, '');
}
