import type { Objection } from '../ground/objection.js';
import type { MailState } from './mail-states.js';

/** On their way by mail, or delivered. */
const out: ReadonlySet<MailState> = new Set<MailState>(['WAITING', 'SENDING', 'SENT', 'POSTED']);

/** Why it cannot be recorded that a mail went by post; undefined if it can. */
export function whyNotPost({
  state,
  address,
}: {
  state: MailState;
  address: string | null;
}): Objection | undefined {
  if (out.has(state)) return { reason: `the mail needs no post: it is ${state}` };
  if (address !== null) return undefined;
  return { reason: "the client's postal address is not known: say to which it was posted", field: 'address' };
}
