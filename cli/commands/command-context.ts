import type { Database } from '../../db/database.js';

/** What a command of operators works with; the composition root makes it. */
export interface CommandContext {
  /** Runs work on the installation's database and closes it, whatever happens. */
  withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Writes a line of output. */
  print(line: string): void;
  /** Everything that is piped into the command. */
  readInput(): Promise<string>;
}

/** Prints the result: one JSON object for scripts, else lines for people. */
export function report(
  { print }: CommandContext,
  { json, result, lines }: { json?: boolean; result: unknown; lines: readonly string[] },
): void {
  if (json) print(JSON.stringify(result));
  else for (const line of lines) print(line);
}
