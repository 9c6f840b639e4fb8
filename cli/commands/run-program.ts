import type { Command } from 'commander';

/** Runs what the command line asks for. A failure is told in words, and makes the exit code 1. */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    console.error(await explained(error));
    process.exitCode = 1;
  }
}

/** People who run commands get the reason; the place in the code comes with LOG_LEVEL=debug. */
async function explained(error: unknown): Promise<unknown> {
  try {
    const { loadSettings } = await import('../settings/settings.js');
    if (['trace', 'debug'].includes(loadSettings().logLevel)) return error;
  } catch {
    // The settings are what is wrong, and what the error is about.
  }
  return error instanceof Error ? error.message : error;
}
