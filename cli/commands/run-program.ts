import type { Command } from 'commander';
import { CommandFailure } from '../ground/command-failure.js';

/**
 * Runs the command line. A failure is reported in a sentence and sets its exit code, which is 1 unless it says
 * otherwise.
 */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    console.error(await explained(error));
    process.exitCode = error instanceof CommandFailure ? error.exitCode : 1;
  }
}

/** Users of commands get the reason; LOG_LEVEL=debug adds the stack. */
async function explained(error: unknown): Promise<unknown> {
  try {
    const { loadSettings } = await import('../settings/settings.js');
    if (['trace', 'debug'].includes(loadSettings().logLevel)) return error;
  } catch {
    // The settings are invalid, which is what the error reports.
  }
  return error instanceof Error ? error.message : error;
}
