import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { ClientExport } from '../../api/clients/client-export.js';
import type { Caller } from '../../api/http/caller.js';
import { recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { type ErasedClient, eraseClient } from '../../db/personal-data/erase-client.js';
import { organizationOfClient } from '../../db/personal-data/organization-of-client.js';
import { createProductCatalog } from '../../db/products/catalog.js';
import { FileUrls } from '../../domain/forms/file-urls.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { CommandFailure } from '../ground/command-failure.js';
import { operator } from '../ground/operator.js';
import { loadSettings } from '../settings/settings.js';
import { type CommandContext, report } from './command-context.js';
import { parseUuid } from './product-options.js';

/** Exports and erases clients, as the interface does. */
export function addClientCommands(command: Command, context: CommandContext): void {
  addExport(command, context);
  addErase(command, context);
}

function addExport(command: Command, context: CommandContext): void {
  command
    .command('export')
    .description('write everything that its organization sees of a client, as JSON')
    .argument('<client id>', 'the client', parseUuid)
    .option('--out <file>', 'the output file; default: standard output')
    .action(async (clientId: string, { out }: { out?: string }) => {
      await context.withDatabase(async (db) => {
        const organizationId = await organizationOfClient(db, clientId);
        if (organizationId === undefined) throw noClient(clientId);
        const entry = { action: 'CLIENT_EXPORTED', organizationId, targetId: clientId } as const;
        await recordAudit(db, { ...entry, by: operator() });
        const pieces = exportsOf(db).of(asOrganization(organizationId), clientId);
        if (out !== undefined)
          return pipeline(Readable.from(pieces), createWriteStream(out, { mode: 0o600 }));
        let text = '';
        for await (const piece of pieces) text += piece;
        context.print(text.trimEnd());
      });
    });
}

/** As the organization reads it over REST; runs in progress are shown by what the database has of them. */
function exportsOf(db: Database): ClientExport {
  const { environment, databaseUrl, publicUrl } = loadSettings();
  return new ClientExport({
    db,
    now: () => new Date(),
    ui: undefined,
    // Not started: it reads the database.
    catalog: createProductCatalog({ db, databaseUrl: databaseUrl ?? '', environment }),
    runs: { status: async () => undefined, quoteResults: async () => undefined },
    urls: new FileUrls({ environment, baseUrl: publicUrl ?? null }),
  });
}

/** An operator who reads as an organization does. */
function asOrganization(organizationId: string): Caller {
  const { name } = operator();
  return { kind: 'USER', organizationId, organizationName: '', name, permissions: new Set() };
}

interface EraseOptions {
  yes?: true;
  json?: boolean;
}

function addErase(command: Command, context: CommandContext): void {
  command
    .command('erase')
    .description('erase a client for good; policies are kept for POLICY_RETENTION_YEARS')
    .argument('<client id>', 'the client', parseUuid)
    .requiredOption('--yes', 'erase it: this cannot be undone')
    .option('--json', 'print JSON')
    .action(async (clientId: string, { json }: EraseOptions) => {
      const now = new Date();
      const { policyYears } = loadSettings();
      const erased = await context.withDatabase((db) =>
        db.transaction(async (trx) => {
          const organizationId = (await organizationOfClient(trx, clientId)) ?? null;
          const result = await eraseClient(trx, { clientId, today: utcDate(now), now, policyYears });
          if (result === undefined || 'reason' in result) return result;
          const entry = { action: 'CLIENT_ERASED', organizationId, targetId: clientId } as const;
          await recordAudit(trx, { ...entry, by: operator() });
          return result;
        }),
      );
      if (erased === undefined) throw noClient(clientId);
      if ('reason' in erased) throw new CommandFailure(`The client is not erased: ${erased.reason}.`);
      report(context, { json, result: erased, lines: linesOf(erased) });
    });
}

const noClient = (clientId: string) => new CommandFailure(`There is no client ${clientId}.`);

function linesOf({ clientId, kept }: ErasedClient): string[] {
  return [
    `Erased client ${clientId}`,
    ...kept.map(({ policyNumber, keptUntil }) => `Policy ${policyNumber} is kept until ${keptUntil}`),
  ];
}
