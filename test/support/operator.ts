import { Command } from 'commander';
import { operatorCommands } from '../../cli/commands/operator-commands.js';
import type { Database } from '../../db/database.js';

/** Runs a command line as an operator types it, and returns what it prints. */
export async function operate(db: Database, line: string[], input = ''): Promise<string[]> {
  const printed: string[] = [];
  const program = new Command();
  const commands = await operatorCommands(line, {
    withDatabase: (work) => work(db),
    print: (text) => printed.push(text),
    readInput: async () => input,
  });
  for (const command of commands) program.addCommand(command);
  const settle = (command: Command) => {
    command.exitOverride().configureOutput({ writeErr: () => {} });
    for (const child of command.commands) settle(child as Command);
  };
  settle(program);
  await program.parseAsync(line, { from: 'user' });
  return printed;
}
