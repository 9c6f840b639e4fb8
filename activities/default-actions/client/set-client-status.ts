import { lockClient, updateClient } from '../../../db/clients/write-client.js';
import { type DefaultActionHandler, envelopeOf } from '../../ground/default-action.js';
import { missing } from '../../ground/failures.js';

/** Turns a lead into a client, or a client into a lead. */
export const setClientStatus: DefaultActionHandler<'SET_CLIENT_STATUS'> = async ({ event }) => {
  const { clientId, statusKey } = envelopeOf(event, 'CLIENT_STATUS_UPDATED').payload;
  return async (trx) => {
    const client = await lockClient(trx, event.organizationId, clientId);
    if (client === undefined) throw missing('client', clientId);
    await updateClient(trx, client, { status: statusKey });
    return { clientId };
  };
};
