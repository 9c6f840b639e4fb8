import type { Command } from 'commander';
import { recordAudit } from '../../db/audit/record-audit.js';
import { BookCheck } from '../../db/book/check-book.js';
import { type Loaded, loadClients, loadPolicies } from '../../db/book/load-book.js';
import { raiseCounters } from '../../db/book/read-surroundings.js';
import { BookReceipt } from '../../db/book/receipt.js';
import type { Database } from '../../db/database.js';
import { Product } from '../../db/models/product.js';
import { loadDocuments } from '../../documents/book/load-documents.js';
import { batchesOf } from '../../documents/book/read-lines.js';
import type { KeepingDocuments } from '../../documents/making/keep-document.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import type { BookLine, PlacedFinding } from '../../domain/book/book-line.js';
import { FileUrls } from '../../domain/forms/file-urls.js';
import { checkLines, findingLine, receiptLines } from '../book/book-text.js';
import { type OpenedBook, openBook } from '../book/open-book.js';
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
        const { book, reading } = await openBook(db, folder, { organization });
        const check = new BookCheck(db, reading);
        const findings = new Findings(context, json);
        for await (const lines of batchesOf(book.clients(), atOnce)) findings.add(await check.clients(lines));
        for await (const lines of batchesOf(book.policies(), atOnce))
          findings.add(await check.policies(lines));
        const result = { ...check.checked, findings: findings.listed, findingCount: findings.count };
        report(context, { json, result, lines: checkLines(check.checked) });
        findings.end('The book has');
      }),
  );
}

function addLoad(command: Command, context: CommandContext): void {
  bookCommand(command, 'load', 'write what is not here yet; what cannot be written is named').action(
    (folder: string, { organization, json }: BookOptions) =>
      context.withDatabase(async (db) => {
        const opened = await openBook(db, folder, { organization });
        const findings = new Findings(context, json);
        const clients = await loadAll(opened.book.clients(), findings, (lines) =>
          loadClients(db, lines, opened.reading),
        );
        const policies = await loadAll(opened.book.policies(), findings, (lines) =>
          loadPolicies(db, lines, opened.reading),
        );
        const documents = await withKeeping(db, (keeping) =>
          loadAll(opened.book.documents(), findings, (lines) =>
            loadDocuments({ db, keeping, reading: opened.reading, folder }, lines),
          ),
        );
        const { numbers } = opened.book.manifest;
        const products = await Product.query(db)
          .modify('ownedBy', opened.reading.places.insurer.id)
          .select('id');
        const own = (numbers ?? []).filter(({ productId }) => products.some(({ id }) => id === productId));
        await db.transaction((trx) => raiseCounters(trx, own));
        await recordLoad(db, opened, { clients, policies });
        const result = {
          clients,
          policies,
          documents,
          findings: findings.listed,
          findingCount: findings.count,
        };
        const lines = Object.entries({ clients, policies, documents }).map(
          ([name, { loaded, known }]) => `${name}: ${loaded} loaded, ${known} were here before`,
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

type Counts = Pick<Loaded, 'loaded' | 'known'>;

async function loadAll(
  lines: AsyncIterable<BookLine>,
  findings: Findings,
  load: (batch: BookLine[]) => Promise<Loaded>,
): Promise<Counts> {
  const counts = { loaded: 0, known: 0 };
  const batches = batchesOf(lines, atOnce);
  // On two connections: the database writes a batch while the process reads the next.
  const loadEach = async () => {
    for await (const batch of batches) {
      const { loaded, known, findings: own } = await load(batch);
      counts.loaded += loaded;
      counts.known += known;
      findings.add(own);
    }
  };
  const loading = [loadEach(), loadEach()];
  await Promise.allSettled(loading);
  await Promise.all(loading);
  return counts;
}

function recordLoad(
  db: Database,
  { book, reading }: OpenedBook,
  { clients, policies }: { clients: Counts; policies: Counts },
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
        const { book, reading } = await openBook(db, folder, { organization });
        const receipt = new BookReceipt(db, reading);
        const findings = new Findings(context, json);
        for await (const lines of batchesOf(book.policies(), atOnce)) findings.add(await receipt.add(lines));
        const result = { rows: receipt.rows, findings: findings.listed, findingCount: findings.count };
        report(context, { json, result, lines: receiptLines(receipt.rows) });
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

  add(findings: readonly PlacedFinding[]): void {
    for (const finding of findings) {
      this.count += 1;
      if (this.count > mostListed) continue;
      if (this.json) this.listed.push(finding);
      else this.context.print(findingLine(finding));
    }
  }

  /** Ends the command with a failure if something is wrong. */
  end(title: string): void {
    if (this.count > 0)
      throw new CommandFailure(`${title} ${this.count} finding${this.count === 1 ? '' : 's'}.`);
  }
}
