import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../db/audit/record-audit.js';
import { businessTimeOf } from '../../db/clock.js';
import { endCollection } from '../../db/collection/agree.js';
import { policiesChargedTo, takeStanding } from '../../db/collection/change-method.js';
import { tellStopped } from '../../db/collection/tell.js';
import type { Database } from '../../db/database.js';
import { Client } from '../../db/models/client.js';
import { SavedMethod } from '../../db/models/saved-method.js';
import { lockPolicy, lookSoon } from '../../db/policy-changes/lock-policy.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import type { MethodProvider } from '../../domain/billing/saved-method.js';
import { theService } from '../../domain/ground/author.js';
import { Conflict, NotFound, Unavailable } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import type { PolicyTerms } from '../runs/policy-terms.js';
import type { SavedMethodView } from './schemas.js';
import { methodView } from './views.js';

export interface PaymentMethodDependencies {
  db: Database;
  catalog: Pick<ProductCatalog, 'version'>;
  terms: Pick<PolicyTerms, 'tellSoon'>;
  /** Undefined: the installation's provider saves none. */
  provider: MethodProvider | undefined;
  now: () => Date;
}

/** So many open and usable methods a client has at most. */
const mostMethods = 20;

/** The saved payment methods of clients. */
export class PaymentMethods {
  constructor(private readonly uses: PaymentMethodDependencies) {}

  /** @param id of the method, if an earlier attempt may have opened it. */
  async open(
    caller: Caller,
    clientId: string,
    id: string = randomUUID(),
  ): Promise<SavedMethodView & { clientSecret: string | null }> {
    const { db, now } = this.uses;
    const { organizationId } = caller;
    await this.#client(caller, clientId);
    const provider = this.#provider();
    const known = await SavedMethod.query(db)
      .where({ client_id: clientId, provider: provider.name })
      .whereNot('id', id)
      .orderBy('created_at', 'desc')
      .limit(mostMethods * 5);
    if (known.filter(({ state }) => state !== 'DETACHED').length >= mostMethods) {
      throw new Conflict(`the client has ${mostMethods} payment methods: remove those that are not used`);
    }
    const customerReference = known[0]?.customerReference ?? null;
    const { clientSecret, ...references } = await asked(() =>
      provider.open({ methodId: id, clientId, organizationId, customerReference }),
    );
    const at = now();
    await db.transaction(async (trx) => {
      const made = await SavedMethod.query(trx)
        .insert({
          ...references,
          id,
          organizationId,
          clientId,
          provider: provider.name,
          createdAt: at,
          createdBy: authorOf(caller),
          updatedAt: at,
        })
        .onConflict('id')
        .ignore()
        .returning('id');
      const entry = {
        ...auditOf(caller),
        organizationId,
        targetId: clientId,
        details: { paymentMethodId: id },
      };
      if (made !== undefined) await recordAudit(trx, { ...entry, action: 'PAYMENT_METHOD_OPENED' });
    });
    return { ...methodView(await this.#read(caller, clientId, id)), clientSecret };
  }

  async list(caller: Caller, clientId: string): Promise<{ paymentMethods: SavedMethodView[] }> {
    await this.#client(caller, clientId);
    const methods = await SavedMethod.query(this.uses.db)
      .where('client_id', clientId)
      .orderBy([{ column: 'created_at', order: 'desc' }, 'id'])
      .limit(100);
    return { paymentMethods: methods.map(methodView) };
  }

  async verify(caller: Caller, clientId: string, methodId: string): Promise<SavedMethodView> {
    await this.#client(caller, clientId);
    return methodView(await this.refresh(await this.#read(caller, clientId, methodId)));
  }

  /** Takes over what the provider says of a method, and has the policies that are charged to it looked at. */
  async refresh(method: SavedMethod): Promise<SavedMethod> {
    const { db, terms, now } = this.uses;
    const standing = await asked(() => this.#provider(method.provider).standingOf(method));
    const taken = await db.transaction((trx) => takeStanding(trx, method.id, standing, now()));
    for (const policyId of taken.policyIds) {
      await db.transaction((trx) => this.#followMethod(trx, policyId, taken.method));
      await terms.tellSoon(policyId);
    }
    return taken.method;
  }

  /** First here, so that nothing is charged any more, then at the provider. */
  async remove(caller: Caller, clientId: string, methodId: string): Promise<SavedMethodView> {
    const { db, now } = this.uses;
    const { organizationId } = caller;
    await this.#client(caller, clientId);
    const method = await this.#read(caller, clientId, methodId);
    const provider = this.#provider(method.provider);
    await db.transaction(async (trx) => {
      for (const policyId of await policiesChargedTo(trx, methodId)) {
        const policy = await lockPolicy(trx, policyId);
        if (policy === undefined) continue;
        const time = await businessTimeOf(trx, this.uses, policy);
        const reason = 'the payment method was removed';
        await endCollection(trx, policyId, { by: authorOf(caller), reason, now: time });
      }
      if (method.state === 'DETACHED') return;
      await method.$query(trx).patch({ state: 'DETACHED', updatedAt: now() });
      const details = { paymentMethodId: methodId };
      const entry = { ...auditOf(caller), organizationId, targetId: clientId, details };
      await recordAudit(trx, { ...entry, action: 'PAYMENT_METHOD_REMOVED' });
    });
    await asked(() => provider.detach(method));
    return methodView(await this.#read(caller, clientId, methodId));
  }

  /** What a method's standing means for a policy that is charged to it. Safe to repeat. */
  async #followMethod(trx: Database, policyId: string, method: SavedMethod): Promise<void> {
    const policy = await lockPolicy(trx, policyId);
    if (policy === undefined) return;
    const time = await businessTimeOf(trx, this.uses, policy);
    if (method.state === 'DETACHED') {
      await tellStopped(trx, policy, method, { now: time });
      const reason = 'the payment method was removed at the provider';
      await endCollection(trx, policyId, { by: theService, reason, now: time });
    }
    await lookSoon(trx, policyId, time);
  }

  async #client({ organizationId }: Caller, clientId: string): Promise<void> {
    const client = await Client.query(this.uses.db)
      .findById(clientId)
      .modify('visibleTo', organizationId)
      .select('id');
    if (client === undefined) throw new NotFound('client', clientId);
  }

  async #read({ organizationId }: Caller, clientId: string, id: string): Promise<SavedMethod> {
    const method = await SavedMethod.query(this.uses.db)
      .findOne({ id, client_id: clientId })
      .modify('visibleTo', organizationId);
    if (method === undefined) throw new NotFound('payment method', id);
    return method;
  }

  #provider(name?: string): MethodProvider {
    const { provider } = this.uses;
    if (provider !== undefined && (name ?? provider.name) === provider.name) return provider;
    throw new Conflict(
      'this installation saves no payment methods: with PAYMENT_PROVIDER=OFFLINE, people pay by invoice',
    );
  }
}

/** Refusals by the provider are conflicts; while it cannot be reached, the caller tries again. */
async function asked<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { nonRetryable, message } = error as { nonRetryable?: boolean; message?: string };
    if (nonRetryable === undefined) throw error;
    throw nonRetryable ? new Conflict(String(message)) : new Unavailable(String(message));
  }
}
