import { Command } from 'commander';
import type { CommandContext } from './command-context.js';

type AddTo = (command: Command, context: CommandContext) => void;

/** The operators' commands, by the first word of the command line. */
const commands: readonly {
  name: string;
  description: string;
  load: (subcommand: string) => Promise<AddTo>;
}[] = [
  {
    name: 'organization',
    description: 'manage organizations',
    load: async () => (await import('./organization.js')).addOrganizationCommands,
  },
  {
    name: 'user',
    description: 'manage users',
    load: async () => (await import('./user.js')).addUserCommands,
  },
  {
    name: 'key',
    description: 'manage API access keys',
    load: async () => (await import('./key.js')).addKeyCommands,
  },
  {
    name: 'audit',
    description: 'read the audit log',
    load: async () => (await import('./audit.js')).addAuditCommands,
  },
  {
    name: 'product',
    description: 'manage products and their versions',
    load: async (subcommand) => {
      const { addAuthoringCommands, authoringCommands } = await import('./product-authoring.js');
      if (authoringCommands.includes(subcommand)) return addAuthoringCommands;
      return (await import('./product.js')).addProductCommands;
    },
  },
  {
    name: 'form',
    description: 'preview the documents of a product',
    load: async () => (await import('./form.js')).addFormCommands,
  },
  {
    name: 'quote',
    description: 'replay and compare stored quotes',
    load: async () => (await import('./quote.js')).addQuoteCommands,
  },
  {
    name: 'client',
    description: 'export and erase clients',
    load: async () => (await import('./client.js')).addClientCommands,
  },
  {
    name: 'clock',
    description: 'make and advance test clocks of a running service',
    load: async () => (await import('./clock.js')).addClockCommands,
  },
  {
    name: 'webhooks',
    description: 'forward notifications of a running service to a local program',
    load: async () => (await import('./webhooks.js')).addWebhookCommands,
  },
  {
    name: 'report',
    description: 'report premium and receivables as of a date, and postings',
    load: async () => (await import('./report.js')).addReportCommands,
  },
  {
    name: 'warehouse',
    description: 'write all business tables to Parquet files, for DuckDB and other readers',
    load: async () => (await import('./warehouse.js')).addWarehouseCommand,
  },
  {
    name: 'book',
    description: 'bring policies from another system or installation, and take them along',
    load: async () => (await import('./book.js')).addBookCommands,
  },
  {
    name: 'reconcile',
    description: 'compare the database with Temporal and the bucket, after one of them was restored',
    load: async () => (await import('./reconcile.js')).addReconcileCommand,
  },
];

/**
 * The commands of operators. Only the called one, or the one whose help is requested, is defined in full:
 * loading the modules of all of them would take longer than most of them run.
 */
export async function operatorCommands(args: readonly string[], context: CommandContext): Promise<Command[]> {
  const [called, subcommand = ''] = args.filter((arg) => arg !== 'help');
  return Promise.all(
    commands.map(async ({ name, description, load }) => {
      const command = new Command(name).description(description);
      if (name === called) (await load(subcommand))(command, context);
      return command;
    }),
  );
}
