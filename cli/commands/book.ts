import type { Command } from 'commander';
import { recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { checkBook, compareBook, type LoadedCounts, loadBook } from '../../documents/book/book-steps.js';
import type { OpenedBook } from '../../documents/book/open-book.js';
import type { KeepingDocuments } from '../../documents/making/keep-document.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import type { PlacedFinding } from '../../domain/book/book-line.js';
import { FileUrls } from '../../domain/forms/file-urls.js';
import { checkLines, findingLine, receiptLines } from '../book/book-text.js';
import { openFolder } from '../book/open-book.js';
import { CommandFailure } from '../ground/command-failure.js';
import { operator } from '../ground/operator.js';
import { loadSettings } from '../settings/settings.js';
import { addBookExport } from './book-export.js';
import { type CommandContext, report } from './command-context.js';

interface BookOptions {
  organization: string;
  json?: boolean;
}

/** So many records are read and written at once. */
const atOnce = 400;

/** So many findings are listed; more are counted. */
const mostListed = 10_000;

/** `book`: policies of another system, or of another installation, with all that was done to them. */
export function addBookCommands(command: Command, context: CommandContext): void {
  addCheck(command, context);
  addLoad(command, context);
  addReceipt(command, context);
  addBookExport(command, context);
}

function bookCommand(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .argument('<folder>', 'the folder with book.json')
    .requiredOption('--organization <id or name>', 'the insurer whose policies they are')
    .option('--json', 'print JSON');
}

function addCheck(command: Command, context: CommandContext): void {
  bookCommand(command, 'check', 'say everything that is wrong in a book, and rate its terms again').action(
    (folder: string, { organization, json }: BookOptions) =>
      context.withDatabase(async (db) => {
        const opened = await openFolder(db, folder, { organization });
        const findings = new Findings(context, json);
        const checked = await checkBook({ db, atOnce, found: findings.add }, opened);
        const result = { ...checked, findings: findings.listed, findingCount: findings.count };
        report(context, { json, result, lines: checkLines(checked) });
        findings.end('The book has');
      }),
  );
}

function addLoad(command: Command, context: CommandContext): void {
  bookCommand(command, 'load', 'write what is not here yet; what cannot be written is named').action(
    (folder: string, { organization, json }: BookOptions) =>
      context.withDatabase(async (db) => {
        const opened = await openFolder(db, folder, { organization });
        const findings = new Findings(context, json);
        const loaded = await withKeeping(db, (keeping) =>
          loadBook({ db, atOnce, keeping, found: findings.add }, opened),
        );
        await recordLoad(db, opened, loaded);
        const result = { ...loaded, findings: findings.listed, findingCount: findings.count };
        const lines = Object.entries(loaded).map(
          ([name, counts]) => `${name}: ${counts.loaded} loaded, ${counts.known} were here before`,
        );
        report(context, { json, result, lines });
        findings.end('Not everything is loaded:');
      }),
  );
}

/** Runs work with the store of documents. */
async function withKeeping<Result>(
  db: Database,
  work: (keeping: KeepingDocuments) => Promise<Result>,
): Promise<Result> {
  const { s3, environment, publicUrl } = loadSettings();
  const store = new DocumentStores(db, s3);
  try {
    return await work({ store, urls: new FileUrls({ environment, baseUrl: publicUrl ?? null }) });
  } finally {
    await store.close();
  }
}

function recordLoad(
  db: Database,
  { book, reading }: OpenedBook,
  { clients, policies }: LoadedCounts,
): Promise<void> {
  return recordAudit(db, {
    action: 'BOOK_LOADED',
    organizationId: reading.places.insurer.id,
    details: { source: book.manifest.source, clients: clients.loaded, policies: policies.loaded },
    by: operator(),
  });
}

function addReceipt(command: Command, context: CommandContext): void {
  bookCommand(command, 'receipt', 'compare what a book brings with what is here, to the cent').action(
    (folder: string, { organization, json }: BookOptions) =>
      context.withDatabase(async (db) => {
        const opened = await openFolder(db, folder, { organization });
        const findings = new Findings(context, json);
        const rows = await compareBook({ db, atOnce, found: findings.add }, opened);
        const result = { rows, findings: findings.listed, findingCount: findings.count };
        report(context, { json, result, lines: receiptLines(rows) });
        findings.end('The book and the service differ:');
      }),
  );
}

/** What is wrong, told as it is found. */
class Findings {
  readonly listed: PlacedFinding[] = [];
  count = 0;

  constructor(
    private readonly context: CommandContext,
    private readonly json: boolean | undefined,
  ) {}

  readonly add = (findings: readonly PlacedFinding[]): void => {
    for (const finding of findings) {
      this.count += 1;
      if (this.count > mostListed) continue;
      if (this.json) this.listed.push(finding);
      else this.context.print(findingLine(finding));
    }
  };

  /** Ends the command with a failure if something is wrong. */
  end(title: string): void {
    if (this.count > 0)
      throw new CommandFailure(`${title} ${this.count} finding${this.count === 1 ? '' : 's'}.`);
  }
}
