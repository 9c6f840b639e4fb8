import { recordAudit } from '../../db/audit/record-audit.js';
import type { Database } from '../../db/database.js';
import { causedBy } from '../../db/identity/caused-by.js';
import { type ErasedClient, eraseClient } from '../../db/personal-data/erase-client.js';
import { deleteErasedObjects } from '../../db/personal-data/erased-objects.js';
import { organizationOfClient } from '../../db/personal-data/organization-of-client.js';
import type { DocumentStore } from '../../documents/stores/store.js';
import { utcDate } from '../../domain/ground/calendar.js';
import { conflictOf, NotFound } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import type { Logger } from '../telemetry/logger.js';
import type { ClientExport } from './client-export.js';

export interface PersonalDataDependencies {
  db: Database;
  exports: Pick<ClientExport, 'of'>;
  store: Pick<DocumentStore, 'remove'>;
  log: Logger;
  /** How long a policy is kept after its last day with coverage. */
  policyYears: number;
  now: () => Date;
}

/** Exports and erases clients of the caller's organization. */
export class PersonalData {
  constructor(private readonly uses: PersonalDataDependencies) {}

  /** The export as pieces of JSON text. 404 if the client is not the organization's. */
  async export(caller: Caller, clientId: string): Promise<AsyncGenerator<string>> {
    const { db, exports } = this.uses;
    const { organizationId } = caller;
    await this.#requireOwn(organizationId, clientId);
    const entry = { action: 'CLIENT_EXPORTED', organizationId, targetId: clientId } as const;
    await recordAudit(db, { ...entry, ...auditOf(caller) });
    return exports.of(caller, clientId);
  }

  /** 404 if the client is not the organization's; 409 with the reason if it cannot be erased yet. */
  async erase(caller: Caller, clientId: string): Promise<ErasedClient> {
    const { db, store, log, policyYears, now } = this.uses;
    const { organizationId } = caller;
    await this.#requireOwn(organizationId, clientId);
    const at = now();
    const erased = await db.transaction(async (trx) => {
      await causedBy(trx, { createdBy: authorOf(caller) });
      const result = await eraseClient(trx, { clientId, today: utcDate(at), now: at, policyYears });
      if (result === undefined || 'reason' in result) return result;
      const entry = { action: 'CLIENT_ERASED', organizationId, targetId: clientId } as const;
      await recordAudit(trx, { ...entry, ...auditOf(caller) });
      return result;
    });
    if (erased === undefined) throw new NotFound('client', clientId);
    if ('reason' in erased) throw conflictOf(erased);
    // The sweep repeats what fails.
    await deleteErasedObjects(db, store).catch((error: unknown) => {
      log.warn({ err: error }, 'could not delete erased documents from the bucket; retrying in an hour');
    });
    return erased;
  }

  async #requireOwn(organizationId: string, clientId: string): Promise<void> {
    const owner = await organizationOfClient(this.uses.db, clientId);
    if (owner !== organizationId) throw new NotFound('client', clientId);
  }
}
