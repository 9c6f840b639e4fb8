import { recordAudit } from '../../db/audit/record-audit.js';
import { businessTimeOf } from '../../db/clock.js';
import { beginCollection, endCollection } from '../../db/collection/agree.js';
import { linkEnd, linkOf, newLink, policyOfLink } from '../../db/collection/links.js';
import type { Database } from '../../db/database.js';
import { Client } from '../../db/models/client.js';
import { Collection } from '../../db/models/collection.js';
import { CollectionAgreement } from '../../db/models/collection-agreement.js';
import { Policy } from '../../db/models/policy.js';
import { SavedMethod } from '../../db/models/saved-method.js';
import { type NextCharge, readNextCharge } from '../../db/policies/next-charge.js';
import { policyVisibleTo } from '../../db/policies/visible-policy.js';
import { lockPolicy, lookSoon } from '../../db/policy-changes/lock-policy.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { Author } from '../../domain/ground/author.js';
import type { BusinessTime } from '../../domain/ground/business-time.js';
import { BadRequest, Conflict, conflictOf, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import type { PolicyTerms } from '../runs/policy-terms.js';
import type { PolicyCollectionView } from './schemas.js';
import { chargeView, methodView } from './views.js';

export interface PolicyCollectionDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  terms: Pick<PolicyTerms, 'tellSoon'>;
  now: () => Date;
  /** The address of the service, for links. */
  baseUrl: string;
}

/** What the policyholder's page shows. */
export interface LinkedPolicy {
  policyNumber: string;
  language: string | null;
  isCollected: boolean;
  next: NextCharge | undefined;
}

export type CollectionRequest = {
  paymentMethodId: string;
  consent: { at: string; source: string };
};

const policyholder: Author = { kind: 'SERVICE', name: 'Policyholder, by link' };

/** The automatic collection of policies that the caller's organization sold or issued. */
export class PolicyCollections {
  constructor(private readonly uses: PolicyCollectionDependencies) {}

  /** With the latest charges, up to a number. */
  async read(caller: Caller, policyId: string, mostCharges = 100): Promise<PolicyCollectionView> {
    const { db } = this.uses;
    const policy = await this.#policy(caller, policyId);
    const agreement = await CollectionAgreement.query(db).findById(policyId);
    const method = agreement && (await SavedMethod.query(db).findById(agreement.methodId));
    const charges = await Collection.query(db)
      .where('policy_id', policyId)
      .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])
      .limit(mostCharges);
    const next = await readNextCharge(db, this.uses, policy);
    return {
      policyId,
      ...(agreement && method && { agreement: agreementView(agreement, method) }),
      ...(next && { next: { statementId: next.statementId, on: next.on, amount: next.amount } }),
      charges: charges.map(chargeView),
    };
  }

  async begin(
    caller: Caller,
    policyId: string,
    { paymentMethodId, consent }: CollectionRequest,
  ): Promise<PolicyCollectionView> {
    const { now } = this.uses;
    if (Date.parse(consent.at) > now().getTime()) {
      throw new BadRequest([{ field: 'consent.at', detail: 'must not be in the future' }]);
    }
    const by = authorOf(caller);
    await this.#change(caller, policyId, 'COLLECTION_BEGUN', async (trx, policy, time) => {
      const made = await beginCollection(trx, policy, { methodId: paymentMethodId, consent, by, now: time });
      if ('reason' in made) throw conflictOf(made);
      return { paymentMethodId, consent: { at: consent.at, source: consent.source } };
    });
    return this.read(caller, policyId);
  }

  async end(caller: Caller, policyId: string): Promise<PolicyCollectionView> {
    const by = authorOf(caller);
    await this.#change(caller, policyId, 'COLLECTION_ENDED', async (trx, _, time) => {
      const ended = await endCollection(trx, policyId, { by, reason: `ended by ${caller.name}`, now: time });
      return ended ? {} : undefined;
    });
    return this.read(caller, policyId);
  }

  async link(caller: Caller, policyId: string): Promise<{ url: string; expiresTimestamp: string }> {
    const { baseUrl, now } = this.uses;
    const at = now();
    let token = '';
    await this.#change(caller, policyId, 'COLLECTION_LINK_MADE', async (trx) => {
      const agreement = await CollectionAgreement.query(trx).findById(policyId).whereNull('ended_at');
      if (agreement === undefined) throw new Conflict('the policy is not collected by itself');
      token = await newLink(trx, policyId, { systemTime: at });
      return {};
    });
    return { url: `${baseUrl}${linkOf(token)}`, expiresTimestamp: linkEnd(at).toISOString() };
  }

  /** What a link shows; undefined: it is unknown or over, which looks the same. */
  async byLink(token: string): Promise<LinkedPolicy | undefined> {
    const { db, now } = this.uses;
    const policyId = await policyOfLink(db, token, now());
    const policy = policyId === undefined ? undefined : await Policy.query(db).findById(policyId);
    if (policy === undefined) return undefined;
    const agreement = await CollectionAgreement.query(db).findById(policy.id).whereNull('ended_at');
    const client = await Client.query(db).findById(policy.clientId).select('language');
    return {
      policyNumber: policy.policyNumber,
      language: client?.language ?? null,
      isCollected: agreement !== undefined && policy.cancelledOn === null,
      next: agreement && (await readNextCharge(db, this.uses, policy)),
    };
  }

  /** Ends the collection by the policyholder. */
  async endByLink(token: string): Promise<LinkedPolicy | undefined> {
    const { db, now, terms } = this.uses;
    const policyId = await policyOfLink(db, token, now());
    if (policyId === undefined) return undefined;
    await db.transaction(async (trx) => {
      const policy = await lockPolicy(trx, policyId);
      if (policy === undefined) return;
      const time = await businessTimeOf(trx, this.uses, policy);
      const reason = 'ended by the policyholder';
      if (!(await endCollection(trx, policyId, { by: policyholder, reason, now: time }))) return;
      const organizationId = policy.sellerOrganizationId;
      const details = { by: 'the policyholder, by link' };
      await recordAudit(trx, { action: 'COLLECTION_ENDED', organizationId, targetId: policyId, details });
      await lookSoon(trx, policyId, time);
    });
    await terms.tellSoon(policyId);
    return this.byLink(token);
  }

  async #policy({ organizationId }: Caller, policyId: string): Promise<Policy> {
    const policy = await policyVisibleTo(this.uses.db, organizationId, policyId);
    if (policy === undefined) throw new NotFound('policy', policyId);
    return policy;
  }

  /** Changes the collection of a locked policy, audits it with the details, and has its workflow look at it. */
  async #change(
    caller: Caller,
    policyId: string,
    action: 'COLLECTION_BEGUN' | 'COLLECTION_ENDED' | 'COLLECTION_LINK_MADE',
    work: (trx: Database, policy: Policy, time: BusinessTime) => Promise<object | undefined>,
  ): Promise<void> {
    const { db, terms } = this.uses;
    const { organizationId } = caller;
    await this.#policy(caller, policyId);
    await db.transaction(async (trx) => {
      const policy = await lockPolicy(trx, policyId);
      if (policy === undefined) throw new NotFound('policy', policyId);
      const time = await businessTimeOf(trx, this.uses, policy);
      const details = await work(trx, policy, time);
      if (details === undefined) return;
      const entry = { ...auditOf(caller), action, organizationId, targetId: policyId };
      await recordAudit(trx, { ...entry, details: { ...details } });
      await lookSoon(trx, policyId, time);
    });
    await terms.tellSoon(policyId);
  }
}

function agreementView(
  agreement: CollectionAgreement,
  method: SavedMethod,
): NonNullable<PolicyCollectionView['agreement']> {
  const { firstDay, consent, createdAt, createdBy, endedAt, endedBy, endReason } = agreement;
  return {
    paymentMethod: methodView(method),
    firstDay,
    consent,
    createdTimestamp: createdAt.toISOString(),
    createdBy,
    ...(endedAt !== null && { endedTimestamp: endedAt.toISOString() }),
    ...(endedBy !== null && { endedBy }),
    ...(endReason !== null && { endReason }),
  };
}
