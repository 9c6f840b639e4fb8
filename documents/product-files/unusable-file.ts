import type { CaseIssue } from '../../domain/cases/read-cases.js';

/** A file that an author named cannot be used. The message is for the author, with the place of each problem. */
export class UnusableFile extends Error {
  override readonly name = 'UnusableFile';
  readonly file: string;
  /** A reason why it cannot be read, or each problem at its place. */
  readonly problems: string | readonly CaseIssue[];

  constructor(file: string, problems: UnusableFile['problems'], message = messageOf(file, problems)) {
    super(message);
    this.file = file;
    this.problems = problems;
  }
}

function messageOf(file: string, problems: UnusableFile['problems']): string {
  if (typeof problems === 'string') return `Cannot read ${file}: ${problems}.`;
  const lines = problems.map(({ line, column, message }) => `${file}:${line}:${column}: error: ${message}`);
  return [...lines, `${file} cannot be used.`].join('\n');
}
