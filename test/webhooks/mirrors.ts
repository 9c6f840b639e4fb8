import { type ChangedObjectSources, changedObjects } from '../../api/changes/changed-objects.js';
import type { ChangeFeed } from '../../api/changes/service.js';
import type { Caller } from '../../api/http/caller.js';
import { Client } from '../../db/models/client.js';
import { Document } from '../../db/models/document.js';
import { LedgerEntry } from '../../db/models/ledger-entry.js';
import { LedgerLine } from '../../db/models/ledger-line.js';
import { Payment } from '../../db/models/payment.js';
import { PaymentRefund } from '../../db/models/payment-refund.js';
import { Policy } from '../../db/models/policy.js';
import { Quote } from '../../db/models/quote.js';
import { Statement } from '../../db/models/statement.js';
import type { Body } from './webhook-world.js';

type Kind = keyof typeof changedObjects;

/** Records by kind and id, as the service answers them. */
export type Records = Record<string, string>;

/** A record without what follows from the time alone: that a quote expires is no change of it. */
function recorded(record: object): string {
  if (!('quoteTimestamp' in record)) return JSON.stringify(record);
  return JSON.stringify({ ...record, bindable: undefined, messages: undefined });
}

/** What one organization sees, as the service says it. */
export class ServiceRecords {
  constructor(
    private readonly sources: ChangedObjectSources,
    private readonly caller: Caller,
  ) {}

  async read(kind: Kind, ids: readonly string[]): Promise<Records> {
    const found = await changedObjects[kind](this.sources, this.caller, ids);
    return Object.fromEntries(found.map(([id, record]) => [`${kind} ${id}`, recorded(record)]));
  }

  /** A policy with all that belongs to it. */
  async policy(policyId: string): Promise<Records> {
    const parts = await this.#parts([policyId]);
    const read = parts.map(([kind, ids]) => this.read(kind, ids));
    return Object.assign({}, await this.read('POLICY', [policyId]), ...(await Promise.all(read)));
  }

  async everything(): Promise<Records> {
    const { db } = this.sources;
    const { organizationId } = this.caller;
    const [clients, quotes, policies] = [
      (await Client.query(db).modify('visibleTo', organizationId)).map(({ id }) => id),
      (await Quote.query(db).modify('visibleTo', organizationId)).map(({ requestId }) => requestId),
      (await Policy.query(db).modify('visibleTo', organizationId)).map(({ id }) => id),
    ];
    const parts = await this.#parts(policies);
    const all: (readonly [Kind, string[]])[] = [
      ...parts,
      ['CLIENT', clients],
      ['QUOTE', quotes],
      ['POLICY', policies],
    ];
    return Object.assign({}, ...(await Promise.all(all.map(([kind, ids]) => this.read(kind, ids)))));
  }

  async #parts(policyIds: readonly string[]): Promise<(readonly [Kind, string[]])[]> {
    const { db } = this.sources;
    const of = { policy_id: 'policy_id', parent_policy_id: 'parent_policy_id' } as const;
    const entries = await LedgerEntry.query(db).whereIn(of.parent_policy_id, [...policyIds]);
    return [
      ['STATEMENT', (await Statement.query(db).whereIn(of.policy_id, [...policyIds])).map(({ id }) => id)],
      ['PAYMENT', (await Payment.query(db).whereIn(of.policy_id, [...policyIds])).map(({ id }) => id)],
      ['REFUND', (await PaymentRefund.query(db).whereIn(of.policy_id, [...policyIds])).map(({ id }) => id)],
      ['LEDGER_ENTRY', entries.map(({ id }) => id)],
      [
        'LEDGER_LINE',
        (await LedgerLine.query(db).whereIn(of.policy_id, [...policyIds])).map(({ seq }) => seq),
      ],
      ['DOCUMENT', (await Document.query(db).whereIn(of.policy_id, [...policyIds])).map(({ id }) => id)],
    ];
  }
}

/** A mirror that is kept by notifications alone: it reads what they name, one after the other. */
export class WebhookMirror {
  readonly records: Records = {};
  readonly types = new Map<string, number>();
  #last: Promise<void> = Promise.resolve();

  constructor(private readonly service: ServiceRecords) {}

  take({ type, data }: Body): Promise<void> {
    this.#last = this.#last.then(() => this.#read(type, data));
    return this.#last;
  }

  async #read(type: string, { clientId, policyId, quoteIds = [] }: Body): Promise<void> {
    this.types.set(type, (this.types.get(type) ?? 0) + 1);
    if (clientId !== undefined)
      this.#keep('CLIENT', [clientId], await this.service.read('CLIENT', [clientId]));
    if (quoteIds.length > 0) this.#keep('QUOTE', quoteIds, await this.service.read('QUOTE', quoteIds));
    if (policyId === undefined) return;
    // What is gone is no longer among the policy's records.
    for (const [key, record] of Object.entries(this.records))
      if (JSON.parse(record).policyId === policyId || JSON.parse(record).parentPolicyId === policyId)
        delete this.records[key];
    Object.assign(this.records, await this.service.policy(policyId));
  }

  #keep(kind: Kind, ids: readonly string[], read: Records): void {
    for (const id of ids) delete this.records[`${kind} ${id}`];
    Object.assign(this.records, read);
  }
}

/** A mirror that is kept by the feed of changes alone, of what has no test clock or one of these. */
export class FeedMirror {
  readonly records: Records = {};
  readonly #since = new Map<string | undefined, string>();

  constructor(
    private readonly feed: ChangeFeed,
    private readonly caller: Caller,
    private readonly clockIds: readonly (string | undefined)[],
  ) {}

  async follow(): Promise<void> {
    for (const clockId of this.clockIds) {
      for (;;) {
        const asked = { since: this.#since.get(clockId), clockId, size: 50, wait: 0 };
        const page = await this.feed.next(this.caller, asked, { signal: new AbortController().signal });
        for (const { kind, recordId, record } of page.changes) {
          if (record === null) delete this.records[`${kind} ${recordId}`];
          else this.records[`${kind} ${recordId}`] = recorded(record);
        }
        this.#since.set(clockId, page.next);
        if (page.isLast) break;
      }
    }
  }
}
