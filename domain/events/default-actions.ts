import type { EventType } from './event-types.js';

/** Built-in actions, run before configured actions unless `batchMode` (spec 6.1). */
export type DefaultActionType = 'SAVE_CLIENT' | 'SET_CLIENT_STATUS' | 'RECORD_POLICYHOLDER_RESPONSE';

export interface DefaultAction {
  type: DefaultActionType;
  /** What people read in the Temporal UI and in `GET /event`. */
  name: string;
}

const saveClient: DefaultAction = { type: 'SAVE_CLIENT', name: 'Save client from intake' };
const setClientStatus: DefaultAction = { type: 'SET_CLIENT_STATUS', name: "Set the client's status" };
const recordPolicyholderResponse: DefaultAction = {
  type: 'RECORD_POLICYHOLDER_RESPONSE',
  name: "Record the policyholder's response",
};

/** What the service does of itself when an event of a type is fired. Notifications have nothing here. */
export const defaultActions: Readonly<Partial<Record<EventType, readonly DefaultAction[]>>> = {
  INTAKE_COMPLETE: [saveClient],
  CREATE_OR_UPDATE_CLIENT: [saveClient],
  CLIENT_STATUS_UPDATED: [setClientStatus],
  GET_QUOTES: [saveClient],
  POLICYHOLDER_QUOTE_ACCEPTED: [recordPolicyholderResponse],
  POLICYHOLDER_QUOTE_DECLINED: [recordPolicyholderResponse],
};
