import { raw } from 'objection';
import { readPayments } from '../../db/billing/read-payments.js';
import { readPaperlessHistory } from '../../db/clients/paperless.js';
import { readClient, readClientAsOf } from '../../db/clients/read-client.js';
import { businessTimeOf, type TimeSources } from '../../db/clock.js';
import type { Database } from '../../db/database.js';
import { findFiles } from '../../db/files/read-files.js';
import { listMails, type MailPlace } from '../../db/mail/read-mails.js';
import { AssistantAct } from '../../db/models/assistant-act.js';
import { ClientAnswerVersion } from '../../db/models/client-answer-version.js';
import { ClientNote } from '../../db/models/client-note.js';
import { Document } from '../../db/models/document.js';
import { Draft } from '../../db/models/draft.js';
import { Person } from '../../db/models/person.js';
import { SavedMethod } from '../../db/models/saved-method.js';
import { recordsOfClient } from '../../db/personal-data/records-of-client.js';
import { policyVisibleTo } from '../../db/policies/visible-policy.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { PublicIds } from '../../db/public-ids.js';
import type { FileUrls } from '../../domain/forms/file-urls.js';
import type { QuoteObject } from '../../domain/quote/quote.js';
import { noteObject } from '../activity/note-object.js';
import { actObject } from '../assistants/acts/act-object.js';
import { PolicyCollections } from '../collection/policy-collections.js';
import { methodView } from '../collection/views.js';
import { documentObject } from '../documents/document-object.js';
import { draftObject } from '../drafts/service.js';
import { NotFound } from '../errors/app-error.js';
import { EventInspection, type EventInspectionDependencies } from '../events/service.js';
import { fileObject } from '../files/file-object.js';
import type { Caller } from '../http/caller.js';
import { LedgerService } from '../ledger/service.js';
import { mailWithText } from '../mail/mail-object.js';
import { paymentObject } from '../policies/payments/payment-object.js';
import { PolicyService } from '../policies/service.js';
import { PolicyTimelines } from '../policies/timeline/service.js';
import { Reviews } from '../quotes/reviews.js';
import { QuoteService, type QuoteServiceDependencies } from '../quotes/service.js';
import { Tasks } from '../tasks/service.js';
import { clientObject } from './client-object.js';
import { paperlessObject } from './paperless.js';

export interface ClientExportDependencies extends EventInspectionDependencies, QuoteServiceDependencies {
  catalog: ProductCatalog;
  urls: Pick<FileUrls, 'urlOf'>;
  runs: EventInspectionDependencies['runs'] & QuoteServiceDependencies['runs'];
}

/** A list of the export: its name, and its records one by one. */
type Part = readonly [name: string, records: AsyncIterable<unknown>];

/** The largest page of a list. */
const pageSize = 1_000;
/** How many records are read at once. */
const atOnce = 100;
/** For what answers limit: an export leaves nothing out. */
const noLimit = Number.MAX_SAFE_INTEGER;

/** What a caller's organization sees of a client: the answers that it gets by `GET`, from the same functions. */
export class ClientExport {
  readonly #db: Database;
  readonly #urls: ClientExportDependencies['urls'];
  readonly #time: TimeSources;
  readonly #events: EventInspection;
  readonly #quotes: QuoteService;
  readonly #reviews: Reviews;
  readonly #policies: PolicyService;
  readonly #timelines: PolicyTimelines;
  readonly #ledger: LedgerService;
  readonly #tasks: Tasks;
  readonly #collections: PolicyCollections;

  constructor(dependencies: ClientExportDependencies) {
    const { db, catalog, now, urls } = dependencies;
    this.#db = db;
    this.#urls = urls;
    this.#time = { catalog, now };
    this.#events = new EventInspection(dependencies);
    this.#quotes = new QuoteService(dependencies);
    this.#reviews = new Reviews({ db, catalog, now });
    this.#policies = new PolicyService({ db, catalog, now });
    this.#tasks = new Tasks({ db, now });
    this.#timelines = new PolicyTimelines({ db, catalog, now });
    // An export reads: no policy's workflow is told of anything.
    const terms = { tellSoon: async () => undefined };
    this.#ledger = new LedgerService({ db, catalog, now, terms });
    this.#collections = new PolicyCollections({ db, catalog, now, terms, baseUrl: '' });
  }

  /**
   * The export as pieces of one JSON object: the client, and a list for each kind of record. No connection is held
   * between two pieces. Records that are erased meanwhile are left out.
   */
  async *of(caller: Caller, clientId: string): AsyncGenerator<string> {
    const { organizationId } = caller;
    const publicIds = new PublicIds(this.#db);
    const shown = (record: unknown) => publicIds.in(JSON.stringify(record));
    const client = await readClient(this.#db, organizationId, clientId);
    yield `{"exportedTimestamp":${JSON.stringify(this.#time.now())},"clientId":${JSON.stringify(clientId)}`;
    yield `,\n"client":${await shown(client ? clientObject(client) : null)}`;
    for (const [name, records] of await this.#parts(caller, clientId)) {
      yield `,\n${JSON.stringify(name)}:[`;
      let separator = '';
      for await (const record of records) {
        yield separator + (await shown(record));
        separator = ',\n';
      }
      yield ']';
    }
    yield '}\n';
  }

  async #parts(caller: Caller, clientId: string): Promise<Part[]> {
    const records = await recordsOfClient(this.#db, clientId, caller.organizationId);
    const { events, quotes, policies, documents, files, tasks } = records;
    const oneEach = (ids: readonly string[], read: (id: string) => Promise<unknown>) =>
      flat(ids, async (id) => [await read(id)]);
    return [
      ['clientHistory', this.#history(caller, clientId)],
      ['paperless', this.#paperless(caller, clientId)],
      ['clientNotes', this.#notes(caller, clientId)],
      ['drafts', this.#drafts(caller, clientId)],
      ['assistantActs', this.#acts(caller, clientId)],
      ['events', oneEach(events, (key) => this.#events.byKey(caller, key))],
      ['quotes', oneEach(quotes, (id) => this.#quotes.one(caller, id, { includeRawData: true }))],
      ['quoteReviews', flat(quotes, (id) => this.#reviewsOf(caller, id))],
      ['policies', oneEach(policies, (id) => this.#policies.full(caller, id))],
      ['policyTimelines', oneEach(policies, (id) => this.#timelines.read(caller, id, {}))],
      ['ledgerEntries', flat(policies, (id) => this.#ledgerEntries(caller, id))],
      ['payments', flat(policies, (id) => this.#payments(caller, id))],
      ['tasks', severalEach(tasks, (ids) => this.#tasks.several(caller, ids))],
      ['paymentMethods', flat([clientId], (id) => this.#methods(caller, id))],
      ['collections', oneEach(policies, (id) => this.#collections.read(caller, id, noLimit))],
      ['documents', flat(documents, (id) => this.#documents(caller, id))],
      ['files', severalEach(files, (ids) => this.#files(caller, ids))],
      ['mails', this.#mails(caller, clientId)],
    ];
  }

  /** The client with the answers of before, each as of the time from which they held. */
  async *#history({ organizationId }: Caller, clientId: string) {
    const versions = await ClientAnswerVersion.query(this.#db)
      .where('client_id', clientId)
      .orderBy('valid_from')
      // With the microseconds that a Date would lose.
      .select(raw(`to_json(valid_from) #>> '{}'`).as('from'))
      .castTo<{ from: string }[]>();
    for (const { from } of versions) {
      const client = await readClientAsOf(this.#db, organizationId, clientId, from);
      if (client) yield { asOfTimestamp: from, client: clientObject(client) };
    }
  }

  async *#paperless({ organizationId }: Caller, clientId: string) {
    const entries = (await readPaperlessHistory(this.#db, organizationId, clientId, noLimit)) ?? [];
    yield* paperlessObject(clientId, entries).history;
  }

  async *#notes({ organizationId }: Caller, clientId: string) {
    const ofClient = { client_id: clientId, organization_id: organizationId };
    for (const note of await ClientNote.query(this.#db).where(ofClient).orderBy(['created_at', 'id']))
      yield noteObject(note);
  }

  /** What people of the organization have entered for the client and not sent yet. */
  async *#drafts({ organizationId }: Caller, clientId: string) {
    const drafts = Draft.query(this.#db)
      .where('client_id', clientId)
      .whereIn('person_id', Person.query(this.#db).modify('visibleTo', organizationId).select('id'));
    for (const draft of await drafts.orderBy('updated_at')) yield draftObject(draft);
  }

  /** What assistants of the organization did about the client, or ask to do. */
  async *#acts({ organizationId }: Caller, clientId: string) {
    const acts = AssistantAct.query(this.#db)
      .where('client_id', clientId)
      .modify('visibleTo', organizationId)
      .whereNotNull('acted_at');
    for (const act of await acts.orderBy(['acted_at', 'id'])) yield actObject(act);
  }

  async #methods({ organizationId }: Caller, clientId: string) {
    const methods = SavedMethod.query(this.#db)
      .where('client_id', clientId)
      .modify('visibleTo', organizationId);
    return (await methods.orderBy('created_at')).map(methodView);
  }

  /** Only the quoting organization reviews a quote. */
  async #reviewsOf(caller: Caller, quoteId: string) {
    const { quotingOrganizationId }: QuoteObject = await this.#quotes.one(caller, quoteId, {
      includeRawData: false,
    });
    return quotingOrganizationId === caller.organizationId ? [await this.#reviews.read(caller, quoteId)] : [];
  }

  /** Whatever was sent to the client or about it. */
  async *#mails({ organizationId }: Caller, clientId: string) {
    for (let after: MailPlace | undefined; ; ) {
      const mails = await listMails(this.#db, organizationId, { clientId }, { after, limit: 100 });
      yield* mails.map(mailWithText);
      const last = mails.at(-1);
      if (last === undefined) return;
      after = { createdAt: last.createdAt.toISOString(), id: last.id };
    }
  }

  #ledgerEntries(caller: Caller, policyId: string) {
    const all = {
      size: pageSize,
      includeAllEventAnswers: true,
      intakeQuestionIds: [],
      includeQuoteRateMeta: true,
      includeDocuments: true,
      includeLines: false,
    };
    return everyPage(async (page) => {
      const { content, last } = await this.#ledger.search(caller, policyId, { ...all, page });
      return { content, last };
    });
  }

  async #payments({ organizationId }: Caller, policyId: string) {
    const policy = await policyVisibleTo(this.#db, organizationId, policyId);
    if (policy === undefined) throw new NotFound('policy', policyId);
    const now = await businessTimeOf(this.#db, this.#time, policy);
    return everyPage(async (page) => {
      const { payments, total } = await readPayments(this.#db, policyId, { page, size: pageSize });
      const content = payments.map((payment) => paymentObject(payment, now));
      return { content, last: (page + 1) * pageSize >= total };
    });
  }

  async #files({ organizationId }: Caller, ids: readonly string[]) {
    const found = await findFiles(this.#db, organizationId, ids);
    return found.map((file) => fileObject(file, organizationId));
  }

  async #documents({ organizationId }: Caller, id: string) {
    const document = await Document.query(this.#db).findById(id).modify('visibleTo', organizationId);
    return document ? [documentObject(document, this.#urls)] : [];
  }
}

/** The records of one subject after the other. */
async function* flat(ids: readonly string[], read: (id: string) => Promise<readonly unknown[]>) {
  for (const id of ids) {
    try {
      yield* await read(id);
    } catch (error) {
      // Erased since the ids were read.
      if (!(error instanceof NotFound)) throw error;
    }
  }
}

/** The records of several subjects at once; those erased since the ids were read are left out. */
async function* severalEach(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<readonly unknown[]>,
) {
  for (let from = 0; from < ids.length; from += atOnce) yield* await read(ids.slice(from, from + atOnce));
}

async function everyPage<T>(read: (page: number) => Promise<{ content: T[]; last: boolean }>): Promise<T[]> {
  const all: T[] = [];
  for (let page = 0; ; page += 1) {
    const { content, last } = await read(page);
    all.push(...content);
    if (last) return all;
  }
}
