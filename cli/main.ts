import { text } from 'node:stream/consumers';
import { Command, Option } from 'commander';
import { carrierSimulatorCommand } from './commands/carrier-simulator.js';
import type { CommandContext } from './commands/command-context.js';
import { demoCommand } from './commands/demo.js';
import { operatorCommands } from './commands/operator-commands.js';
import { runProgram } from './commands/run-program.js';
import type { Settings } from './settings/settings.js';

const settingsHelp = `
Settings are environment variables, or lines of a .env file in the working folder:
  PORT                 where the API listens (3000; 0 picks a free port)
  HOST                 the address it listens on (127.0.0.1)
  PUBLIC_URL           how clients reach it, if not by host and port
  DATA_DIR             where the embedded servers keep their data (.data)
  DATABASE_URL         a PostgreSQL server to use instead of the embedded one
  OWNER_DATABASE_URL   the same as the owner of the schema, for migrations and commands (DATABASE_URL)
  TEMPORAL_ADDRESS     host:port of a Temporal server to use instead of the embedded one
  TEMPORAL_NAMESPACE   (default)
  TEMPORAL_TASK_QUEUE  (ioi)
  ENVIRONMENT          DEV, UAT or PROD: whose product timeline counts (DEV)
  OUTBOUND_ENDPOINTS   addresses of the endpoints that products name, as JSON (none)
  WEBHOOK_HOSTS        hosts that webhooks may go to, as JSON (["*"]: any public one)
  WEBHOOK_RETRY_SECONDS waits between a webhook's attempts (three days of them)
  S3_BUCKET            a bucket for documents instead of the database (with S3_ENDPOINT, S3_REGION,
                       S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PREFIX, S3_PATH_STYLE)
  PAYMENT_PROVIDER     who collects payments: OFFLINE or STRIPE (OFFLINE)
  METRICS_PORT         where /metrics is served (nowhere)
  LOG_LEVEL            trace, debug, info, warn, error, fatal or silent (info)

docs/operating.md lists all, with those for TLS, the Temporal UI, Stripe and proxies.`;

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
      const applied = await runMigrations(await settings());
      const lines = applied.length > 0 ? applied.map((name) => `Applied ${name}`) : ['Nothing to apply.'];
      console.log(json ? JSON.stringify({ applied }) : lines.join('\n'));
    });
  const context: CommandContext = {
    withDatabase: async (work) => {
      const { withCommandDatabase } = await import('./commands/command-database.js');
      return withCommandDatabase(await settings(), work);
    },
    print: (line) => console.log(line),
    readInput: () => text(process.stdin),
  };
  const operators = await operatorCommands(process.argv.slice(2), context);
  for (const command of [...operators, carrierSimulatorCommand(), demoCommand(context)])
    root.addCommand(command);
  return root;
}

await runProgram(await program());
