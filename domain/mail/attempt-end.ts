/** What a mail server answered to a message that it did not accept, or how the connection ended. */
export interface MailFailure {
  /** Of the answer; undefined if there was none. */
  responseCode?: number | undefined;
  /** Whether it is the answer to this message, not to the connection. */
  isAboutMessage: boolean;
}

/** `RETRY`: it was not accepted, and may be later. `UNCONFIRMED`: nobody knows whether it was. */
export type FailedEnd = 'RETRY' | 'REFUSED' | 'UNCONFIRMED';

/** How a failed attempt ends. Once the server may have the whole message, only its own answer shows that it refused it. */
export function failedEnd(
  { responseCode = 0, isAboutMessage }: MailFailure,
  wasHandedOver: boolean,
): FailedEnd {
  if (isAboutMessage && responseCode >= 400) return responseCode >= 500 ? 'REFUSED' : 'RETRY';
  return wasHandedOver ? 'UNCONFIRMED' : 'RETRY';
}
