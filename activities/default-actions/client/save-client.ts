import { type SaveClientFromIntake, saveClientFromIntake } from '../../../db/clients/save-client.js';
import { newClientId } from '../../../domain/events/client-of-event.js';
import { type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import type { EventWithVersion } from '../../ground/event-with-version.js';
import { missing } from '../../ground/failures.js';

/** Creates or updates the client from the event's intake. */
export const saveClient: DefaultActionHandler<'SAVE_CLIENT'> = async (work) => {
  const save = clientToSave(work);
  return async (trx) => {
    const saved = await saveClientFromIntake(trx, save);
    if (saved === undefined) throw missing('client', save.newClientId);
    return { metadata: { client: saved.id }, clientId: saved.id };
  };
};

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
    clockId: event.clockId,
    ...(envelope.type === 'CREATE_OR_UPDATE_CLIENT' && {
      profile: {
        name: envelope.payload.clientName,
        type: envelope.payload.clientType,
        language: envelope.payload.language,
      },
    }),
  };
}
