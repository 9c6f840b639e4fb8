import { mailAddressIn } from './mail-address.js';
import type { MailState, NotSentReason } from './mail-states.js';
import { isSecret, type MailPurpose } from './purposes.js';

const resendable: readonly MailState[] = [
  'SENT',
  'REFUSED',
  'UNCONFIRMED',
  'BOUNCED',
  'COMPLAINED',
  'NOT_SENT',
];

/** Why a mail cannot be sent again; undefined if it can. */
export function whyNotResend(mail: {
  state: MailState;
  reason: NotSentReason | null;
  purpose: MailPurpose;
  toAddress: string | null;
  isErased: boolean;
}): string | undefined {
  if (mail.isErased) return 'its client was erased';
  if (isSecret(mail.purpose)) return 'its text was not kept: have a new one sent instead';
  if (mail.state === 'WAITING' || mail.state === 'SENDING') return 'it is being sent already';
  if (!resendable.includes(mail.state)) return `it is ${mail.state}`;
  if (mailAddressIn(mail.toAddress) === undefined) return 'it has no usable mail address: name one in `to`';
  return undefined;
}
