import { recordNewClient } from '../../../db/clients/record-new-client.js';
import {
  clientFromIntake,
  type SaveClientFromIntake,
  saveClientFromIntake,
} from '../../../db/clients/save-client.js';
import type { EndedAction } from '../../../db/events/record-action.js';
import type { ClientToRecord } from '../../../db/quotes/record-quote.js';
import { newClientId } from '../../../domain/events/client-of-event.js';
import { type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import type { EventWithVersion } from '../../ground/event-with-version.js';
import { missing } from '../../ground/failures.js';

/** Creates or updates the client from the event's intake. */
export const saveClient: DefaultActionHandler = async (work) => {
  const save = clientToSave(work);
  return async (trx) => {
    const saved = await saveClientFromIntake(trx, save);
    if (saved === undefined) throw missing('client', save.newClientId);
    return savedAs(save.newClientId);
  };
};

/** A new client, the most frequent action of all. */
saveClient.atOnce = (work, ended) => {
  const save = clientToSave(work);
  if (save.clientId !== undefined) return undefined;
  const { db } = work.dependencies;
  return recordNewClient(db, { client: clientFromIntake(save), action: ended }).then(() =>
    savedAs(save.newClientId),
  );
};

/** The client of an event, to be saved with its quote, and its id; `action` is the end of the client's own action. */
export function clientToRecord(
  read: EventWithVersion,
  action: EndedAction,
): { clientId: string; client: ClientToRecord } {
  const save = clientToSave(read);
  const client = clientFromIntake(save);
  const { id: clientId, organizationId, name, answers } = client;
  if (save.clientId === undefined) return { clientId, client: { client, action } };
  const known = { id: clientId, organizationId, name, answers };
  return { clientId, client: { known, action: { ...action, result: savedAs(clientId) } } };
}

const savedAs = (clientId: string) => ({ metadata: { client: clientId }, clientId });

/**
 * The client as the event's intake has it. A new one's id is derived from the event: a retry saves the same.
 */
function clientToSave({ event, version }: EventWithVersion): SaveClientFromIntake {
  const envelope = envelopeOf(event, 'GET_QUOTES', 'INTAKE_COMPLETE', 'CREATE_OR_UPDATE_CLIENT');
  const { clientId, intake } = envelope.payload;
  return {
    organizationId: event.organizationId,
    clientId,
    newClientId: clientId ?? newClientId(event.triggerRequestId),
    intake,
    clientNameQids: version.definition.clientName,
    clientType: version.definition.product.clientType,
    ...(envelope.type === 'CREATE_OR_UPDATE_CLIENT' && {
      profile: { name: envelope.payload.clientName, type: envelope.payload.clientType },
    }),
  };
}
