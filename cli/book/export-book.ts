import type { Knex } from 'knex';
import { BookAnonymizer } from '../../db/book/anonymize-policies.js';
import { clientsOfBook } from '../../db/book/read-clients.js';
import { type BookSelection, type PolicyRows, policiesOfBook } from '../../db/book/read-policies.js';
import { countersOfBook, organizationsOfBook, versionsOfBook } from '../../db/book/read-surroundings.js';
import type { Database } from '../../db/database.js';
import { withPatience } from '../../db/reports/in-snapshot.js';
import { sealedLine } from '../../domain/book/policy-record.js';
import type { Rows } from '../../domain/book/rows.js';
import { type BookTotal, BookTotals } from '../../domain/book/totals.js';
import { canonicalJson } from '../../domain/ground/canonical-json.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { exportDefinition } from '../tables/export-definition.js';
import { BookFolder } from './book-folder.js';
import { type DocumentBytes, DocumentFiles } from './document-files.js';

export const bookFormat = 'ioi-book/1';

export interface BookToExport {
  /** It must be empty, or not be there. */
  folder: string;
  organization: { id: string; name: string; timeZone: string };
  selection: Omit<BookSelection, 'organizationId'>;
  /** What scrambles names and ids; undefined: they stay. */
  anonymize?: string | undefined;
  /** Reads the bytes of documents. */
  documents: DocumentBytes;
  now: Date;
  progress?: (done: number) => void;
  signal?: AbortSignal;
}

export interface ExportedBook {
  clients: number;
  policies: number;
  documents: number;
  /** They have names: an anonymized book has none. */
  documentsLeftOut: number;
  /** By product, state and currency. */
  totals: BookTotal[];
}

const [policiesAtOnce, clientsAtOnce] = [250, 1_000];

/**
 * Writes the policies that an organization issued, with all that belongs to them, as they are at one moment. `book.json` is
 * written last: a folder without it is not complete.
 *
 * @throws CommandFailure if the folder is not empty.
 */
export async function exportBook(db: Database, book: BookToExport): Promise<ExportedBook> {
  const folder = await BookFolder.begin(book.folder);
  try {
    const exported = await db.transaction(
      async (trx) => {
        await withPatience(trx);
        return new BookExport(trx, folder, book).write();
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
    await folder.end();
    return exported;
  } catch (error) {
    await folder.remove();
    throw error;
  }
}

class BookExport {
  readonly #selection: BookSelection;
  readonly #organizations = new Set<string>();
  readonly #products = new Set<string>();
  readonly #versions = new Set<string>();
  readonly #totals = new BookTotals();
  #anonymizer: BookAnonymizer | undefined;

  constructor(
    private readonly trx: Knex.Transaction,
    private readonly folder: BookFolder,
    private readonly book: BookToExport,
  ) {
    this.#selection = { ...book.selection, organizationId: book.organization.id };
    this.#organizations.add(book.organization.id);
  }

  async write(): Promise<ExportedBook> {
    const { anonymize } = this.book;
    if (anonymize !== undefined) this.#anonymizer = await BookAnonymizer.begin(this.trx, anonymize);
    // Documents have names.
    const bytes = anonymize === undefined ? this.book.documents : undefined;
    const documents = await DocumentFiles.begin(this.trx, this.folder, bytes);
    const clients = await this.#writeClients(documents);
    const policies = await this.#writePolicies(documents);
    await documents.end();
    for (const id of documents.organizations) this.#organizations.add(id);
    for (const id of documents.versions) this.#versions.add(id);
    await this.#writeVersions();
    await this.#writeOrganizations();
    const totals = this.#totals.lines();
    const { organization, now } = this.book;
    const about = {
      format: bookFormat,
      source: 'ioi',
      exportedAt: now.toISOString(),
      organization: { id: organization.id, name: organization.name, timeZone: organization.timeZone },
      counts: { clients, policies, documents: documents.count },
      ...(anonymize !== undefined && { anonymized: true, documentsLeftOut: documents.leftOut }),
      totals,
      numbers: await countersOfBook(this.trx, this.#products),
    };
    await this.folder.write('book.json', `${JSON.stringify(about, undefined, 2)}\n`);
    return { clients, policies, documents: documents.count, documentsLeftOut: documents.leftOut, totals };
  }

  async #writeClients(documents: DocumentFiles): Promise<number> {
    const file = this.folder.lines('clients.ndjson');
    for await (const batch of clientsOfBook(this.trx, this.#selection, clientsAtOnce)) {
      this.book.signal?.throwIfAborted();
      for (const { client, organizationId } of batch) {
        this.#organizations.add(organizationId);
        await file.write(`${canonicalJson(this.#anonymizer?.client(client) ?? client)}\n`);
      }
      await documents.write({ clientIds: batch.map(({ client }) => client.id) });
    }
    await file.end();
    return file.count;
  }

  async #writePolicies(documents: DocumentFiles): Promise<number> {
    const file = this.folder.lines('policies.ndjson');
    for await (const batch of ahead(policiesOfBook(this.trx, this.#selection, policiesAtOnce))) {
      this.book.signal?.throwIfAborted();
      const written = (await this.#anonymizer?.policies(batch)) ?? batch;
      for (const policy of written) await file.write(this.#lineOf(policy));
      const quoteIds = batch.flatMap(({ rows }) =>
        (rows.quotes ?? []).map((quote) => String(quote.request_id)),
      );
      await documents.write({ policyIds: batch.map(({ id }) => id), quoteIds });
      this.book.progress?.(file.count);
    }
    await file.end();
    return file.count;
  }

  #lineOf({
    id,
    policyNumber,
    clientId,
    productId,
    productKey,
    seller,
    currency,
    state,
    rows,
  }: PolicyRows): string {
    this.#products.add(productId);
    this.#note(rows);
    const of = {
      product: productKey,
      state: state ?? '',
      currency: currency ?? policySettingsOf({}).currency,
    };
    this.#totals.add(of, rows);
    return sealedLine({ id, policyNumber, client: clientId, product: productKey, seller, rows });
  }

  /** Notes the organizations and versions that rows name. */
  #note(rows: Rows): void {
    for (const row of Object.values(rows).flat()) {
      for (const name in row) {
        const id = row[name];
        if (typeof id !== 'string') continue;
        if (name.endsWith('organization_id')) this.#organizations.add(id);
        else if (name === 'product_version_id' || name === 'renewal_version_id') this.#versions.add(id);
      }
    }
  }

  async #writeVersions(): Promise<void> {
    const file = this.folder.lines('products/versions.ndjson');
    for await (const { definition, ...version } of versionsOfBook(this.trx, this.#versions)) {
      const place = `products/${version.product}/build-${version.buildNumber}`;
      for (const [name, bytes] of await exportDefinition(definition, 'yaml')) {
        await this.folder.write(`${place}/${name}`, bytes);
      }
      await file.write(`${JSON.stringify({ ...version, file: `${place}/${version.product}.yaml` })}\n`);
    }
    await file.end();
  }

  async #writeOrganizations(): Promise<void> {
    const file = this.folder.lines('organizations.ndjson');
    for (const organization of await organizationsOfBook(this.trx, this.#organizations)) {
      await file.write(`${JSON.stringify(organization)}\n`);
    }
    await file.end();
  }
}

/** The same items, each begun while the one before is worked on: the database reads while the process writes. */
async function* ahead<Item>(items: AsyncGenerator<Item>): AsyncGenerator<Item> {
  let next = items.next();
  for (;;) {
    const { value, done } = await next;
    if (done) return;
    next = items.next();
    // Its error is thrown where it is awaited.
    next.catch(() => undefined);
    yield value;
  }
}
