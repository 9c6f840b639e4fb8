import type { Objection } from '../ground/objection.js';
import type { MailState } from './mail-states.js';
import { isSecret, type MailPurpose } from './purposes.js';

/** On their way by mail, delivered, or given up. */
const past: ReadonlySet<MailState> = new Set<MailState>(['WAITING', 'SENDING', 'SENT', 'POSTED', 'CANCELED']);

/** Why it cannot be recorded that a mail went by post on a day; undefined if it can. */
export function whyNotPost(mail: {
  state: MailState;
  purpose: MailPurpose;
  /** Of the client. */
  isErased: boolean;
  address: string | null;
  /** The day of its making, and that of its posting. */
  madeOn: string;
  postedOn: string;
}): Objection | undefined {
  const { state, purpose, isErased, address, madeOn, postedOn } = mail;
  if (isErased) return { reason: 'its client was erased' };
  if (past.has(state)) return { reason: `the mail is not to be posted: it is ${state}` };
  if (isSecret(purpose)) return { reason: 'its text was not kept: have a new one sent instead' };
  if (postedOn < madeOn)
    return { reason: `must not be before the day of the mail, ${madeOn}`, field: 'postedOn' };
  if (address !== null) return undefined;
  return { reason: "the client's postal address is not known: say to which it was posted", field: 'address' };
}
