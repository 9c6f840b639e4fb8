import type { Command } from 'commander';

/** What every command of clocks takes. */
export interface ClockOptions {
  url?: string;
  json?: boolean;
}

/** A command of clocks, on a running service. */
export function clockCommand(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .option('--url <url>', 'the running service; also IOI_URL')
    .option('--json', 'print JSON');
}
