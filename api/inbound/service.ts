import type { Database } from '../../db/database.js';
import { type AddressedAction, acceptInbound, type InboundRequest } from '../../db/events/accept-inbound.js';
import { EventReader } from '../../db/events/read-event.js';
import { whyNotSaved } from '../../db/events/why-not-saved.js';
import type { ProductCatalog } from '../../db/products/catalog.js';
import { carrierInputs } from '../../domain/carrier/carrier-inputs.js';
import { newClientId } from '../../domain/events/client-of-event.js';
import type { JsonObject } from '../../domain/ground/json.js';
import { policySettingsOf } from '../../domain/policy/policy-settings.js';
import { BadRequest, Conflict, NotFound, Unavailable } from '../errors/app-error.js';
import type { Caller } from '../http/caller.js';
import type { EventRuns } from '../runs/event-runs.js';
import { RunClosed, RunUnanswered } from '../runs/run-errors.js';
import { type MessageFault, messageFaults, savedAnswers } from './message-faults.js';

export interface InboundDependencies {
  db: Database;
  catalog: ProductCatalog;
  runs: Pick<EventRuns, 'tell'>;
}

/** Accepts messages of external systems for waiting runs (spec 4.11). */
export class InboundService {
  constructor(private readonly uses: InboundDependencies) {}

  /**
   * Stores the payload and notifies the run. Safe to repeat: until the action has ended, a repeat notifies
   * the run again, as an earlier request may have failed after the database.
   */
  async receive(
    { organizationId }: Caller,
    { requestId, payload }: { requestId: string; payload: JsonObject },
  ): Promise<void> {
    const request: InboundRequest = {
      organizationId,
      requestId,
      payload,
      problems: (action) => this.#faults(action, payload),
    };
    const accepted = await acceptInbound(this.uses.db, request);
    switch (accepted.result) {
      case 'ACCEPTED':
        return this.#tell(accepted, request);
      case 'REPEATED':
        return;
      case 'DIFFERENT_PAYLOAD':
        throw new Conflict(`a different payload was accepted for request ${requestId}`, {
          code: 'INBOUND_DIFFERS',
        });
      case 'CLOSED':
        throw new Conflict(`nothing waits for request ${requestId} any more`, { code: 'INBOUND_ENDED' });
      case 'INVALID':
        throw new BadRequest(
          accepted.problems.map(({ path, detail }) => ({
            field: ['payload', ...path].join('.'),
            path: ['payload', ...path],
            detail,
          })),
        );
      case 'UNKNOWN':
        throw new NotFound('request', requestId, { field: 'requestId' });
    }
  }

  /** What is wrong with a message for its action. 409 where its answers could not be saved with a client. */
  async #faults(addressed: AddressedAction, payload: JsonObject): Promise<MessageFault[]> {
    const { productVersionId, actionId, triggerRequestId } = addressed;
    const version = await this.uses.catalog.version(productVersionId);
    const action = version?.compiled.actions.get(actionId);
    if (action === undefined) return [];
    const { currency } = policySettingsOf(version?.definition ?? {});
    const faults = messageFaults(action, payload, currency);
    if (faults.length > 0 || action.type !== 'INBOUND_WAIT') return faults;
    if (Object.keys(carrierInputs(payload, savedAnswers(action))).length === 0) return [];
    const event = await new EventReader(this.uses.db).read(triggerRequestId);
    // A client that the event creates may be saved after the message.
    if (event === undefined || event.clientId === newClientId(triggerRequestId)) return [];
    const reason = await whyNotSaved(this.uses.db, event.organizationId, event.clientId ?? undefined);
    if (reason !== undefined) throw new Conflict(reason);
    return [];
  }

  async #tell(
    { workflowId, messageId }: { workflowId: string; messageId: string },
    request: InboundRequest,
  ): Promise<void> {
    const { requestId } = request;
    try {
      await this.uses.runs.tell(workflowId, { requestId, messageId });
    } catch (error) {
      if (error instanceof RunClosed) {
        // An earlier attempt was not answered but reached the run, which has taken the payload and ended meanwhile.
        if ((await acceptInbound(this.uses.db, request)).result === 'REPEATED') return;
        throw new Conflict(`the run that waited for request ${requestId} was stopped`, {
          code: 'INBOUND_ENDED',
        });
      }
      if (error instanceof RunUnanswered) {
        throw new Unavailable('the payload is kept, but its run cannot be notified now: send it again', {
          cause: error,
        });
      }
      throw error;
    }
  }
}
