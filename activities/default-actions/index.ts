import type { DefaultActionType } from '../../domain/events/default-actions.js';
import type { DefaultActionHandler } from './handler.js';
import { recordPolicyholderResponse } from './record-policyholder-response.js';
import { saveClient } from './save-client.js';
import { setClientStatus } from './set-client-status.js';

/** The built-in actions by type; `domain/events/default-actions.ts` says which event has which. */
export const defaultActionHandlers: Readonly<Record<DefaultActionType, DefaultActionHandler>> = {
  SAVE_CLIENT: saveClient,
  SET_CLIENT_STATUS: setClientStatus,
  RECORD_POLICYHOLDER_RESPONSE: recordPolicyholderResponse,
};
