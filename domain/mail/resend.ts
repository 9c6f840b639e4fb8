import { mailAddressIn } from './mail-address.js';
import type { MailState, NotSentReason } from './mail-states.js';
import { isSecret, type MailPurpose } from './purposes.js';

const wentOtherwise: Partial<Record<MailState, string>> = {
  TO_PRINT: 'the mail goes by post: record that it was posted, or cancel it and send a new one',
  POSTED: 'the mail went by post: send a new one instead',
  CANCELED: 'the mail was canceled: send a new one instead',
};

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
  const otherwise = wentOtherwise[mail.state];
  if (otherwise !== undefined) return otherwise;
  if (mailAddressIn(mail.toAddress) === undefined) return 'it has no usable mail address: name one in `to`';
  return undefined;
}
