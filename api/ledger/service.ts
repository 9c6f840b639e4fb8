import type { Database } from '../../db/database.js';
import { policyOfEntry, readLedger, searchEntries } from '../../db/ledger/read-ledger.js';
import { mostLinesOfEntries, readLinesOfEntries } from '../../db/ledger/read-lines.js';
import {
  deleteByHand,
  type EntryByHand,
  type EntryChange,
  editByHand,
  isQuoteOfClient,
  recordByHand,
} from '../../db/ledger/write-entry.js';
import type { Policy } from '../../db/models/policy.js';
import { lookSoon } from '../../db/policy-changes/lock-policy.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { currencyOfVersion } from '../../db/products/currency-of-version.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { tooManyDecimals } from '../../domain/money/amount-text.js';
import { BadRequest, Conflict, conflictOf, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { type TagCheck, tagOf } from '../http/entity-tag.js';
import { pageOf } from '../http/page.js';
import { authorOf } from '../http/person.js';
import { type IssuedPolicyChange, withIssuedPolicy } from '../policies/issued-policy.js';
import type { PolicyTerms } from '../runs/policy-terms.js';
import { ledgerObject, ledgerRecordObject } from './ledger-object.js';
import type { Ledger, LedgerSearchRequest } from './schemas.js';

export interface LedgerDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  terms: Pick<PolicyTerms, 'tellSoon'>;
  now: () => Date;
}

/** The policy of a ledger, the error if the caller cannot see it, and what the audit log records. */
type Parent = Pick<IssuedPolicyChange, 'policyId' | 'notFound' | 'action' | 'details'> & {
  /** Checks the ledger's tag before it is changed. */
  checkTag?: TagCheck | undefined;
};

/** 400 if an amount has more decimals than the policy's currency. */
async function refuseDecimals(db: Database, policy: Policy, premium: string): Promise<void> {
  const detail = tooManyDecimals(await currencyOfVersion(db, policy.productVersionId), premium);
  if (detail !== undefined) throw new BadRequest([{ field: 'premium', detail }]);
}

const parentMissing = (policyId: string) => new NotFound('policy', policyId, { field: 'parentPolicyId' });

/**
 * A policy's premium ledger (spec 4.8). The organizations that sold and issued the policy read it; the one
 * that issued it keeps it. Every change is a line of an append-only journal.
 */
export class LedgerService {
  constructor(private readonly uses: LedgerDependencies) {}

  /** The entries that no statement includes, and their total. */
  async read(caller: Caller, policyId: string): Promise<Ledger> {
    return this.#read(this.uses.db, caller, policyId);
  }

  async #read(
    db: Database,
    { organizationId }: Caller,
    policyId: string,
    newEntryId?: string,
  ): Promise<Ledger> {
    const ledger = await readLedger(db, organizationId, policyId);
    if (ledger === undefined) throw new NotFound('policy', policyId);
    const version = await this.uses.catalog.version(ledger.policy.productVersionId);
    return ledgerObject(ledger, version?.definition, newEntryId);
  }

  /** `id` is the entry's, which an earlier attempt may have recorded; default: a new one. */
  async record(
    caller: Caller,
    { parentPolicyId, ...entry }: EntryByHand & { parentPolicyId: string },
  ): Promise<Ledger> {
    const { effectiveDate, premium } = entry;
    const parent: Parent = {
      policyId: parentPolicyId,
      notFound: () => parentMissing(parentPolicyId),
      action: 'LEDGER_ENTRY_ADDED',
      details: { effectiveDate, premium },
    };
    const id = await this.#keeping(caller, parent, async (trx, locked, now) => {
      await refuseDecimals(trx, locked, premium);
      if (entry.quoteId !== undefined) {
        const ofClient = await isQuoteOfClient(trx, locked, entry.quoteId);
        if (ofClient === undefined) throw new NotFound('quote', entry.quoteId, { field: 'quoteId' });
        if (!ofClient) {
          throw new BadRequest([
            { field: 'quoteId', detail: "is a quote of another client than the policy's" },
          ]);
        }
      }
      const recorded = await recordByHand(trx, locked, entry, { createdBy: authorOf(caller), now });
      if ('reason' in recorded) throw conflictOf(recorded);
      return recorded.id;
    });
    return this.#read(this.uses.db, caller, parentPolicyId, id);
  }

  async edit(
    caller: Caller,
    {
      parentPolicyId,
      ...entry
    }: {
      parentPolicyId: string;
      id: string;
      effectiveDate: string;
      premium: string;
      coverage?: string | undefined;
    },
    checkTag: TagCheck | undefined,
  ): Promise<Ledger> {
    const missing = () => new NotFound('ledger entry', entry.id, { field: 'id' });
    const parent: Parent = {
      policyId: parentPolicyId,
      notFound: () => parentMissing(parentPolicyId),
      action: 'LEDGER_ENTRY_CHANGED',
      details: { ledgerEntryId: entry.id },
      checkTag,
    };
    return this.#change(caller, parent, { id: entry.id, missing }, async (trx, policy, now) => {
      await refuseDecimals(trx, policy, entry.premium);
      return editByHand(trx, policy, entry, { createdBy: authorOf(caller), now });
    });
  }

  async delete(caller: Caller, entryId: string, checkTag: TagCheck | undefined): Promise<Ledger> {
    const policyId = await policyOfEntry(this.uses.db, entryId);
    const missing = () => new NotFound('ledger entry', entryId, { field: 'entryId', in: 'path' });
    if (policyId === undefined) throw missing();
    // The id of a foreign policy is not revealed.
    const parent: Parent = {
      policyId,
      notFound: missing,
      action: 'LEDGER_ENTRY_DELETED',
      details: { ledgerEntryId: entryId },
      checkTag,
    };
    return this.#change(caller, parent, { id: entryId, missing }, (trx, policy, now) =>
      deleteByHand(trx, policy, entryId, { createdBy: authorOf(caller), now }),
    );
  }

  /** A page of entries, including those in statements. */
  async search({ organizationId }: Caller, policyId: string, asked: LedgerSearchRequest) {
    const found = await searchEntries(this.uses.db, { ...asked, organizationId, policyId });
    if (found === undefined) throw new NotFound('policy', policyId);
    const ids = found.entries.map(({ id }) => id);
    const lines = asked.includeLines ? await readLinesOfEntries(this.uses.db, ids) : new Map();
    if (lines === undefined) {
      const detail = `the entries of the page have more than ${mostLinesOfEntries} lines: use a smaller size`;
      throw new BadRequest([{ field: 'size', detail }]);
    }
    return pageOf(
      found.entries.map((entry) => ledgerRecordObject(entry, asked, lines.get(entry.id))),
      asked,
      found.total,
    );
  }

  async #change(
    caller: Caller,
    parent: Parent,
    { id, missing }: { id: string; missing: () => NotFound },
    change: (trx: Database, policy: Policy, now: BusinessTime) => Promise<EntryChange>,
  ): Promise<Ledger> {
    await this.#keeping(caller, parent, async (trx, locked, now) => {
      const result = await change(trx, locked, now);
      if (result === 'GONE') throw missing();
      if (result === 'APPLIED') throw new Conflict(`a statement includes the ledger entry ${id}`);
      if (result !== 'CHANGED') throw conflictOf(result);
    });
    return this.read(caller, parent.policyId);
  }

  /**
   * Runs work on a policy whose ledger the caller keeps, with the policy locked; then its workflow bills the
   * amounts due.
   */
  async #keeping<T>(
    caller: Caller,
    { policyId, checkTag, ...parent }: Parent,
    work: (trx: Database, policy: Policy, now: BusinessTime) => Promise<T>,
  ): Promise<T> {
    const asked = { ...parent, policyId, isIssuersTo: 'keep its ledger' };
    const done = await withIssuedPolicy(this.uses, caller, asked, async (trx, policy, now) => {
      checkTag?.(tagOf(JSON.stringify(await this.#read(trx, caller, policyId))));
      if (policy.policyState === 'CLOSED')
        throw new Conflict(`the policy ${policyId} is closed`, { code: 'POLICY_STATE' });
      await lookSoon(trx, policyId, now);
      return work(trx, policy, now);
    });
    await this.uses.terms.tellSoon(policyId);
    return done;
  }
}
