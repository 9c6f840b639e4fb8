import type { Command } from 'commander';
import { recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { Policy } from '../../db/models/policy.js';
import { Product } from '../../db/models/product.js';
import { DocumentStores } from '../../documents/stores/stores.js';
import { CommandFailure } from '../ground/command-failure.js';
import { operator } from '../ground/operator.js';
import { organizationOf } from '../ground/organization-of.js';
import { progressBar } from '../ground/progress-bar.js';
import { loadSettings } from '../settings/settings.js';
import { type CommandContext, report } from './command-context.js';
import { parseUuid } from './product-options.js';

interface ExportOptions {
  organization: string;
  product?: string;
  policy?: string[];
  anonymize?: string;
  json?: boolean;
}

/** Writes a book of policies to a folder that `book load` reads. */
export function addBookExport(command: Command, context: CommandContext): void {
  command
    .command('export')
    .description('write the policies that an organization issued to a folder that can be imported')
    .argument('<folder>', 'the folder; it must be empty, or not be there')
    .requiredOption('--organization <id or name>', 'the organization that issued the policies')
    .option('--product <key>', 'only the policies of this product')
    .option('--policy <ids>', 'only these policies, with commas between them', parseIds)
    .option(
      '--anonymize <seed>',
      'replace names, contacts, addresses and ids, and leave out documents; the same seed replaces them alike',
      parseSeed,
    )
    .option('--json', 'print JSON')
    .action(async (folder: string, options: ExportOptions) => {
      const { anonymize, json } = options;
      const { exportBook } = await import('../book/export-book.js');
      const ending = new AbortController();
      const end = () => ending.abort(new CommandFailure('Ended by a signal; nothing was written.'));
      process.once('SIGINT', end).once('SIGTERM', end);
      const begun = performance.now();
      const exported = await context.withDatabase(async (db) => {
        const { organization, selection, total } = await selected(db, options);
        const { id: organizationId } = organization;
        const details = { folder, product: options.product ?? null, anonymized: anonymize !== undefined };
        await recordAudit(db, {
          action: 'BOOK_EXPORTED',
          organizationId,
          targetId: organizationId,
          details,
          by: operator(),
        });
        const documents = new DocumentStores(db, loadSettings().s3);
        const bar = progressBar(total);
        const book = { folder, organization, selection, anonymize, documents, now: new Date() };
        return exportBook(db, { ...book, progress: bar.reached, signal: ending.signal }).finally(async () => {
          bar.end();
          await documents.close();
        });
      });
      const seconds = Math.round((performance.now() - begun) / 100) / 10;
      const { policies, clients, documents, documentsLeftOut } = exported;
      report(context, {
        json,
        result: { folder, ...exported, seconds },
        lines: [
          `Wrote ${policies} policies of ${clients} clients with ${documents} documents to ${folder}, in ${seconds} s.`,
          ...(documentsLeftOut === 0 ? [] : [`Left out ${documentsLeftOut} documents, which have names.`]),
        ],
      });
    });
}

async function selected(
  db: Database,
  { organization: named, product: key, policy: policyIds }: ExportOptions,
) {
  const organization = await organizationOf(db, named);
  const policies = Policy.query(db).where({ issuing_organization_id: organization.id }).whereNull('clock_id');
  let productId: string | undefined;
  if (key !== undefined) {
    const sold = policies.clone().whereColumn('policies.product_id', 'products.id');
    const product = await Product.query(db).findOne({ key }).whereExists(sold);
    if (product === undefined) throw new CommandFailure(`${organization.name} has no policies of ${key}.`);
    productId = product.id;
    policies.where({ product_id: productId });
  }
  if (policyIds !== undefined) {
    const found = new Set((await policies.clone().findByIds(policyIds).select('id')).map(({ id }) => id));
    const missing = policyIds.filter((id) => !found.has(id));
    if (missing.length > 0) throw new CommandFailure(`There is no such policy: ${missing.join(', ')}.`);
  }
  const total = policyIds?.length ?? (await policies.resultSize());
  return { organization, selection: { productId, policyIds }, total };
}

const parseIds = (text: string): string[] => [...new Set(text.split(',').map(parseUuid))];

function parseSeed(text: string): string {
  if (text === '') throw new CommandFailure('Give --anonymize a seed that nobody can guess.');
  return text;
}
