import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { readPaperlessHistory, recordPaperless } from '../../db/clients/paperless.js';
import type { Database } from '../../db/database.js';
import type { PaperlessConsent } from '../../db/models/paperless-consent.js';
import { NotFound } from '../errors/app-error.js';
import { type Caller, callerOf } from '../http/caller.js';
import { auditOf, authorOf } from '../http/person.js';
import { validated } from '../http/validated.js';
import {
  getPaperless,
  type PaperlessRequest,
  type PaperlessView,
  putPaperless,
} from './paperless-schemas.js';

export interface PaperlessDependencies {
  db: Database;
  /** System time. */
  now: () => Date;
}

/** How many entries of the history an answer has. */
const mostEntries = 100;

/** The consent of the organization's clients to paperless delivery. */
export class Paperless {
  constructor(private readonly uses: PaperlessDependencies) {}

  /** 404 if the organization has no such client. */
  async read({ organizationId }: Caller, clientId: string): Promise<PaperlessView> {
    const history = await readPaperlessHistory(this.uses.db, organizationId, clientId, mostEntries);
    if (history === undefined) throw new NotFound('client', clientId);
    return paperlessObject(clientId, history);
  }

  /** @param id of the entry, if an earlier attempt may have recorded it. */
  async record(
    caller: Caller,
    clientId: string,
    { consents, address, language, source }: PaperlessRequest,
    id: string = randomUUID(),
  ): Promise<PaperlessView> {
    const { db, now } = this.uses;
    const { organizationId } = caller;
    const isKnown = await recordPaperless(db, {
      ...auditOf(caller),
      id,
      organizationId,
      clientId,
      wishes: { consents, address: address ?? null, language: language ?? null, source },
      recordedBy: authorOf(caller),
      now: now(),
    });
    if (!isKnown) throw new NotFound('client', clientId);
    return this.read(caller, clientId);
  }
}

export function paperlessObject(clientId: string, history: readonly PaperlessConsent[]): PaperlessView {
  const [last] = history;
  return {
    clientId,
    consents: last?.consents ?? false,
    address: last?.address ?? null,
    history: history.map(({ consents, address, language, source, recordedAt, recordedBy }) => ({
      consents,
      address,
      language,
      source,
      recordedTimestamp: recordedAt.toISOString(),
      recordedBy,
    })),
  };
}

export function paperlessRoutes({ paperless }: { paperless: Paperless }): Router {
  const router = Router();
  router.get(
    getPaperless.path,
    validated(getPaperless, ({ params }, req) => paperless.read(callerOf(req), params.client_id)),
  );
  router.put(
    putPaperless.path,
    validated(putPaperless, ({ params, body }, req) =>
      paperless.record(callerOf(req), params.client_id, body, req.operationId),
    ),
  );
  return router;
}
