import type { Database } from '../../db/database.js';

/** The dependencies of an operator's command, built by the composition root. */
export interface CommandContext {
  /** Runs work on the installation's database, which is closed in any case. */
  withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result>;
  /** Writes a line of output. */
  print(line: string): void;
  /** The standard input of the command. */
  readInput(): Promise<string>;
}

/** Prints the result: one JSON object for scripts, else text. */
export function report(
  { print }: CommandContext,
  { json, result, lines }: { json?: boolean; result: unknown; lines: readonly string[] },
): void {
  if (json) print(JSON.stringify(result));
  else for (const line of lines) print(line);
}
