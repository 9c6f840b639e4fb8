import { recordNewClient } from '../db/clients/record-new-client.js';
import {
  clientFromIntake,
  type SaveClientFromIntake,
  saveClientFromIntake,
} from '../db/clients/save-client.js';
import { type EndedAction, markRunning, recordAction } from '../db/events/record-action.js';
import { newClientId } from '../domain/events/client-of-event.js';
import type { ActivityDependencies } from './dependencies.js';
import { attemptOf } from './ended-action.js';
import { asActivity, missing } from './failures.js';

export interface DefaultAction {
  actionId: string;
  type: 'SAVE_CLIENT';
  name: string;
}

/**
 * Runs a built-in action of an event and answers what it adds to the trigger result's metadata. The client's
 * id is derived from the event, so a retry writes the same client again and nothing twice.
 */
export function createRunDefaultAction({ db, catalog, events, now }: ActivityDependencies) {
  return (triggerRequestId: string, action: DefaultAction): Promise<{ client: string }> =>
    asActivity(async () => {
      const event = await events.read(triggerRequestId);
      if (event?.envelope.type !== 'GET_QUOTES') throw missing('event with an intake', triggerRequestId);
      const version = await catalog.version(event.productVersionId);
      if (version === null) throw missing('product version', event.productVersionId);
      const { payload } = event.envelope;

      const clientId = payload.clientId ?? newClientId(triggerRequestId);
      const save: SaveClientFromIntake = {
        organizationId: event.organizationId,
        clientId: payload.clientId,
        newClientId: clientId,
        intake: payload.intake,
        clientNameQids: version.definition.clientName,
        clientType: version.definition.product.clientType,
      };
      const ended: EndedAction = {
        ...attemptOf(now()),
        ...action,
        triggerRequestId,
        kind: 'DEFAULT',
        state: 'SUCCEEDED',
        lastError: null,
        requestId: null,
      };
      if (payload.clientId === undefined) {
        await recordNewClient(db, clientFromIntake(save), ended);
        return { client: clientId };
      }
      await db.transaction(async (trx) => {
        if (!(await recordAction(trx, ended))) return;
        const saved = await saveClientFromIntake(trx, save);
        if (saved === undefined) throw missing('client', clientId);
        await markRunning(trx, triggerRequestId, { clientId });
      });
      return { client: clientId };
    });
}
