import { text } from 'node:stream/consumers';
import { Command, Option } from 'commander';
import { carrierSimulatorCommand } from './commands/carrier-simulator.js';
import type { CommandContext } from './commands/command-context.js';
import { demoCommand } from './commands/demo.js';
import { mcpCommand } from './commands/mcp.js';
import { operatorCommands } from './commands/operator-commands.js';
import { runProgram } from './commands/run-program.js';
import type { Settings } from './settings/settings.js';

const settingsHelp = `
Settings, such as PORT or DATABASE_URL, are environment variables, or lines of a .env file in the working folder.
docs/operations/operating.md lists them.`;

/** Loaded on demand: some commands need no settings. */
async function settings(): Promise<Settings> {
  const { loadSettings } = await import('./settings/settings.js');
  return loadSettings();
}

/**
 * The commands by name. The modules of a command are loaded when it runs, so that `--help` responds at once.
 */
async function program(): Promise<Command> {
  const root = new Command('npm run cli --')
    .description('Open policy administration and quoting service')
    .addHelpText('after', settingsHelp)
    .showHelpAfterError('(add --help to list them)');
  root
    .command('start')
    .description('start everything: database, Temporal, worker and API')
    .addOption(new Option('--again', 'by npm run dev').hideHelp())
    .action(async ({ again }: { again?: true }) => {
      const { start } = await import('./start.js');
      process.exit(await start(await settings(), { again }));
    });
  root
    .command('dev')
    .description('start everything; restart API and worker when a source changes')
    .addOption(
      new Option('--inspect [port]', 'let a debugger attach to API and worker (9229)')
        .preset('9229')
        .argParser(Number),
    )
    .action(async ({ inspect }: { inspect?: number }) => {
      const { dev } = await import('./dev.js');
      process.exit(await dev(await settings(), { inspectPort: inspect }));
    });
  root
    .command('api')
    .description('start the API alone; needs DATABASE_URL and TEMPORAL_ADDRESS')
    .action(async () => {
      const { runApi } = await import('./api.js');
      process.exit(await runApi(await settings()));
    });
  root
    .command('worker')
    .description('start a worker alone; needs DATABASE_URL and TEMPORAL_ADDRESS')
    .action(async () => {
      const { runWorker } = await import('./worker.js');
      process.exit(await runWorker(await settings()));
    });
  root
    .command('migrate')
    .description('migrate the schema of the database')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { runMigrations } = await import('./migrate.js');
      const { applied, ahead, summary } = await runMigrations(await settings());
      console.log(json ? JSON.stringify({ applied, ahead }) : summary);
    });
  root
    .command('make-current')
    .description('let the workers of TEMPORAL_WORKER_BUILD_ID take over all runs, once they are up')
    .option('--unversioned', 'or those without a build id')
    .action(async ({ unversioned = false }: { unversioned?: boolean }) => {
      const { makeCurrent } = await import('./make-current.js');
      console.log(await makeCurrent(await settings(), unversioned));
    });
  const context: CommandContext = {
    withDatabase: async (work) => {
      const { withCommandDatabase } = await import('./commands/command-database.js');
      return withCommandDatabase(await settings(), work);
    },
    print: (line) => console.log(line),
    readInput: () => text(process.stdin),
  };
  const dataDir = async () => (await settings()).dataDir;
  const operators = await operatorCommands(process.argv.slice(2), context);
  for (const command of [...operators, carrierSimulatorCommand(), demoCommand(context), mcpCommand(dataDir)])
    root.addCommand(command);
  return root;
}

await runProgram(await program());
